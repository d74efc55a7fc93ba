// The tests that `npm test` leaves out for the time they take.
import config, { long } from './vitest.config.ts'

export default { ...config, test: { ...config.test, include: long, exclude: [] } }
