// `npm run test:mcp-conformance`: the official conformance suites against a service of its own, both revisions. What does not
// apply is listed with its reason (tools/mcp/scenarios.mjs), and the list is held to be true. It installs the suites and a
// Node that they need into a temporary folder, so it needs a network, and is run by hand before a release.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openService } from './generators/service.mjs'
import { judge } from './mcp/judge.mjs'
import { installPrograms } from './mcp/programs.mjs'
import { suites } from './mcp/scenarios.mjs'
import { openWithToken } from './mcp/with-token.mjs'

const nameOf = ({ revision }) => `suite-${revision}`
/** The folder of a scenario is named after it and the time. */
const FOLDER = /^server-(.+?)-\d{4}-\d\d-\d\dT[\d-]+Z$/

const readResults = (folder) =>
  new Map(
    readdirSync(folder).map((name) => [
      FOLDER.exec(name)?.[1] ?? name,
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
    ]),
  )

const runSuite = async (programs, suite, url) => {
  const output = join(programs.folder, `results-${suite.revision}`)
  const { stderr } = await programs.run(
    `${nameOf(suite)}/dist/index.js`,
    'server',
    '--url',
    url,
    '--output-dir',
    output,
    ...suite.args,
  )
  const results = readResults(output)
  if (results.size === 0) throw new Error(`nothing ran: ${stderr}`)
  return { results, faults: judge(suite, results) }
}

const service = await openService({ READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' })
const { TOKEN } = await service.invite('conformance')
const way = await openWithToken(service.url, TOKEN)
const programs = await installPrograms(
  ...suites.map((suite) => `${nameOf(suite)}@npm:@modelcontextprotocol/conformance@${suite.version}`),
)
try {
  for (const suite of suites) {
    const { results, faults } = await runSuite(programs, suite, way.url)
    const checks = [...results.values()].flat().filter(({ status }) => status === 'SUCCESS')
    const apart = Object.values(suite.apart).flatMap((reasons) => Object.keys(reasons))
    console.log(
      `${suite.revision}: ${results.size} scenarios, ${checks.length} checks hold, ${apart.length} do not apply`,
    )
    for (const fault of faults) console.error(`  ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  programs.remove()
  await way.close()
  await service.close()
}
