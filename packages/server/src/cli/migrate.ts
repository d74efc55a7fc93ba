// challenge-service migrate
import type { Command } from 'commander'
import { systemClock } from '../kernel/clock.ts'
import { migrate } from '../store/migrate.ts'
import { common, say, withUnmigratedStore, type CommonOptions } from './context.ts'

export const addMigrateCommand = (program: Command): void => {
  common(program.command('migrate'))
    .description('bring the database up to date; every other command does so too, before its work')
    .action(async (options: CommonOptions) => {
      const applied = await withUnmigratedStore(options, (store) => migrate(store, systemClock.now()))
      say(
        options,
        { applied },
        applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'],
      )
    })
}
