// Loaded into each command of the guide (`node --import`): its chance comes from its arguments, its time from the
// environment.
import { holdChance } from './still.mjs'

holdChance(process.argv.slice(2).join(' '))
const now = Number(process.env.GUIDE_NOW)
Date.now = () => now
