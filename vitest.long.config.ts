// The tests that `npm test` leaves out for the time they take.
import { defineConfig } from 'vitest/config'
import { long, run, together } from './vitest.config.ts'

export default defineConfig({ test: { ...run, projects: [together(long, [])] } })
