// Sequences of the model tests (test/model), always the same: what two people do by calls and on the pages of their
// mails, and what the clock does. After each command everything that can have changed is read and held against the
// model. Of many sequences, those are played that lead the model to something new.
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'

const DRAWN = { numRuns: 1_000, seed: 1 }

/** Signing in on the site needs the database, which only the service has: here its pages are opened by link. */
const byLink = (command) => (command.way === 'site' ? { ...command, way: 'link' } : command)

const chooseSequences = ({ commands, newWorld, step, toAndFro, wholeOf }) => {
  const seen = new Set()
  const drawn = fc.sample(commands, DRAWN).map((told) => told.map(byLink))
  return [toAndFro, ...drawn].filter((told) => {
    const seenBefore = seen.size
    let world = newWorld(0)
    for (const command of wholeOf(told)) {
      const next = step(world, command)
      world = next.world
      seen.add(`${command.do} ${next.reply.refused ?? next.reply.status}`)
      for (const { type, actor } of world.told) seen.add(`${type} ${actor}`)
    }
    return seen.size > seenBefore
  })
}

export const playModel = async (player, support) => {
  const { Story, wholeOf } = support
  let turn = Promise.resolve()
  // The model reads several things at once. They are asked for one after the other, so that each answer has its place.
  const ask = (method, path, options) => {
    turn = turn.then(async () =>
      player.note(await player.send(options.token ?? 'a link', method, path, options)),
    )
    return turn
  }
  let now = await player.advance(0)
  let unsigned = ''
  const service = {
    url: '',
    // Only the service has the key of links, so a link is signed there when it is visited.
    keys: {
      sign: (_, text) => {
        unsigned = text
        return Buffer.alloc(0)
      },
    },
    clock: { now: () => now, advance: async (ms) => (now = await player.advance(ms)) },
    runDue: player.runDue,
    http: {
      call: (_, method, path, options) => ask(method, path, options),
      visit: async (_, path, { form }) =>
        ask('POST', path.replace('/a/', `/a/${await player.sign(unsigned)}`), { form }),
    },
  }

  /** Everything that happens to them is delivered. */
  const signUp = async (name) => {
    const address = `${name}@story.example`
    await player.operator(`account create --email ${address} --first-name Pat --plan club --json`)
    const { token } = await player.operator(`token create --account ${address} --json`)
    await ask('POST', '/v1/webhooks', { token, body: { url: `${player.receiverUrl}/${name}` } })
    return { token, address }
  }

  /** After a contradiction the sequence goes on, once the reads that are still under way have ended. */
  const attempt = async (command, done) => {
    try {
      await done
    } catch (error) {
      for (let last; last !== turn; await setImmediate()) await (last = turn)
      player.noteFault(JSON.stringify(command), error)
    }
  }

  for (const [number, told] of chooseSequences(support).entries()) {
    await player.tell(`sequence ${number}`, async () => {
      const people = [await signUp(`ana${number}`), await signUp(`ben${number}`)]
      now = await player.advance(0)
      const tokens = people.map(({ token }) => token)
      const addresses = people.map(({ address }) => address)
      const story = new Story(service, tokens, addresses)
      for (const command of wholeOf(told)) await attempt(command, story.run(command))
      await attempt('end', story.end())
    })
  }
}
