// challenge-service serve, migrate, backup, copy, doctor, secret rotate
import { Option, type Command } from 'commander'
import { common, example, onDatabase } from './common.ts'
import type { CommonOptions, CopyOptions, ServeOptions } from '../options.ts'

export const addServiceCommands = (program: Command): void => {
  onDatabase(program.command('serve'))
    .description('run the service; all other settings come from the environment')
    .option('--host <host>', 'the address to listen on (else HOST, else 127.0.0.1)')
    .option('--port <port>', 'the port to listen on, 0 for any free one (else PORT, else 8080)')
    .option('--demo', 'make two people with tokens (at a later start, new tokens) and print calls to paste')
    // Its log is JSON in any case.
    .addOption(new Option('--json').hideHelp())
    .option('--accept-new-key', 'go on although SECRET_KEY does not fit the database, and say what is lost')
    .addHelpText('after', example('serve --port 8080'))
    .action(async (options: ServeOptions) => (await import('../actions/serve.ts')).serve(options))

  common(program.command('migrate'))
    .description('make the database, or bring it up to date; stop the service of an older release first')
    .addHelpText('after', example('migrate'))
    .action(async (options: CommonOptions) => (await import('../actions/migrate.ts')).bringUpToDate(options))

  addUpkeepCommands(program)
}

const addUpkeepCommands = (program: Command): void => {
  common(program.command('backup'))
    .description('write the whole database to a new SQLite file, while it is served, and check it')
    .argument('<file>', 'the file to make')
    .addHelpText('after', example('backup /backup/challenges-2026-11-17.db'))
    .action(async (file: string, options: CommonOptions) =>
      (await import('../actions/backup.ts')).backup(file, options),
    )

  program
    .command('copy')
    .description('copy everything into an empty database, from SQLite to PostgreSQL or back')
    .requiredOption('--from <url>', 'the database to copy, which nobody serves: sqlite:PATH or postgres://…')
    .requiredOption('--to <url>', 'the database to copy it to, which is empty: sqlite:PATH or postgres://…')
    .option('--json', 'print one JSON object, for programs')
    .addHelpText('after', example('copy --from sqlite:./data/challenges.db --to postgres://…'))
    .action(async (options: CopyOptions) => (await import('../actions/copy.ts')).copy(options))

  common(program.command('doctor'))
    .description(
      'look at settings, storage, key, clock, mail and webhooks, and say what to do; writes nothing but the row of readiness',
    )
    .addHelpText('after', example('doctor'))
    .action(async (options: CommonOptions) => (await import('../actions/doctor.ts')).examine(options))
}

export const addSecretCommands = (program: Command): void => {
  const secret = program.command('secret').description('look after SECRET_KEY')

  common(secret.command('rotate'))
    .description('encrypt everything with the first key of SECRET_KEY, or with a new one in the key file')
    .addHelpText('after', example('secret rotate'))
    .action(async (options: CommonOptions) => (await import('../actions/secret.ts')).rotate(options))
}
