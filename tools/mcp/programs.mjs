// Programs of others that need a newer Node than this checkout: installed with it into a temporary folder.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const NODE = 'node@24'

/** `packages`: what npm installs. `{ folder, run, remove }`; `run` gives `{ status, stdout, stderr }` of a script. */
export const installPrograms = async (...packages) => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-programs-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', NODE, ...packages], { cwd: folder })
  const node = join(folder, 'node_modules/node/bin/node')
  return {
    folder,
    run: (script, ...args) =>
      new Promise((resolve) => {
        const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
        const child = execFile(
          node,
          [join(folder, 'node_modules', script), ...args],
          options,
          (_, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
        )
        child.stdin.end()
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
