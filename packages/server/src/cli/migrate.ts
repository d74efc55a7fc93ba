// challenge-service migrate
import type { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open.ts'
import { common, overlaid, say, type CommonOptions } from './context.ts'

export const addMigrateCommand = (program: Command): void => {
  common(program.command('migrate'))
    .description('bring the database up to date; every other command does so too, before its work')
    .action(async (options: CommonOptions) => {
      const { database } = readConfig(overlaid({ DATABASE_URL: options.databaseUrl }))
      const store = await openStore(database, { onIdleError: () => undefined })
      try {
        const applied = await migrate(store, systemClock.now())
        say(
          options,
          { applied },
          applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'],
        )
      } finally {
        await store.close()
      }
    })
}
