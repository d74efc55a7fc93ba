// Decides of the mails that are due, one after another, as if each had come alone: those before it that go out now are
// counted for it. What goes out takes along what else waited for the same place.
import type { GroupId, MailId, PersonId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Tx } from '../../store/store.ts'
import {
  listGatheredMails,
  listHeldMails,
  listUnaskedBy,
  listWentTo,
  lockDueMails,
  releaseGathered,
  releaseUnknownFrom,
  saveDecisions,
  type DecidedMail,
  type DueMail,
} from './claim.store.ts'
import {
  decideMail,
  getCategory,
  getSource,
  UNASKED_BY_OWNER,
  type MailCandidate,
  type Ledger,
  type MailCategory,
  type MailDecision,
  type Went,
} from '../limits/limits.rules.ts'
import { addressHashes, inboxHash, inboxHashes } from '../messages/links.ts'
import type { MemberFacts } from '../notice.rules.ts'
import { readPreferences } from '../preferences/preferences.rules.ts'
import { findPreferences } from '../preferences/preferences.store.ts'
import { listFitting, type SlotCapacity } from '../slots.ts'

/** How many go out as one mail; the rest waits for the next place. */
const GATHERED_AT_MOST = 100

/** In one transaction, which others wait for. */
const DECIDED_AT_MOST = 300

/** A mail that goes out, and those that go with it. */
export interface ClaimedMails {
  readonly leadId: MailId
  readonly otherIds: readonly MailId[]
}

/** A notice that is not sent, since its receiver wants nothing at all since then. */
export interface Unwanted {
  readonly mail: DueMail
  readonly since: number
}

export interface Claimed {
  readonly claims: readonly ClaimedMails[]
  readonly unwanted: readonly Unwanted[]
  /** How many were decided of; when it is as many as could be, there may be more. */
  readonly looked: number
}

export interface Claiming {
  readonly keys: Keyring
  readonly now: number
  /** Null where there is no server: what would be sent is kept. */
  readonly lease: { readonly id: string; readonly until: number; readonly capacity: SlotCapacity } | null
}

/** Where there is nothing to hand over, one transaction is all; it is held for a few milliseconds. */
export const KEPT_AT_ONCE = 50

export const claimDue = async (tx: Tx, claiming: Claiming): Promise<Claimed> => {
  const { now, lease } = claiming
  const list = (limit: number) => lockDueMails(tx, now, limit)
  const due = lease ? await listFitting(lease.capacity, list, ({ email }) => email) : await list(KEPT_AT_ONCE)
  const candidates = await gather(tx, claiming.keys, due)
  const round = new MailRound(tx, claiming, await openLedger(tx, candidates, claiming.now))
  for (const [index, mail] of due.entries()) {
    const candidate = candidates[index]
    // What was gathered can be much; the rest is still due when the next look comes.
    if (candidate && round.decisions.size < DECIDED_AT_MOST) await round.decide(mail, candidate)
  }
  await saveDecisions(tx, [...round.decisions.values()])
  return { claims: round.claims, unwanted: round.unwanted, looked: due.length }
}

/** One look at what is due: what was decided so far, and what that counts for the rest. */
class MailRound {
  readonly decisions = new Map<MailId, DecidedMail>()
  readonly claims: ClaimedMails[] = []
  readonly unwanted: Unwanted[] = []
  readonly #tx: Tx
  readonly #claiming: Claiming
  readonly #went: Went[]
  readonly #byOwner: Map<PersonId | GroupId, number[]>

  constructor(tx: Tx, claiming: Claiming, { went, byOwner }: Ledger) {
    this.#tx = tx
    this.#claiming = claiming
    this.#went = [...went]
    this.#byOwner = new Map([...byOwner].map(([owner, instants]) => [owner, [...instants]]))
  }

  async decide(mail: DueMail, candidate: MailCandidate): Promise<void> {
    // It went along with one before it.
    if (this.decisions.has(mail.id)) return
    const decision = decideMail(candidate, { went: this.#went, byOwner: this.#byOwner }, this.#claiming.now)
    const gathered = candidate.isCounted ? await this.#stillGathered(mail.id) : []
    switch (decision.kind) {
      case 'send':
        return candidate.isCounted
          ? this.#go(candidate, decision.category, decision.source, gathered)
          : this.#go(
              candidate,
              decision.category,
              decision.source,
              await this.#takeAlong(candidate, decision),
            )
      case 'wait':
        this.#note(mail.id, { state: 'waiting', dueAt: decision.until, isHeld: true })
        return
      case 'drop':
        // Those that were to go with it do not share its fate.
        if (gathered.length > 0) await releaseGathered(this.#tx, mail.id, this.#claiming.now)
        this.#drop(mail, candidate, decision)
    }
  }

  /** Of those that were gathered before, the ones that are still worth sending; the others are dropped. */
  async #stillGathered(leadId: MailId): Promise<readonly MailId[]> {
    releaseUnknownFrom(this.#tx, leadId, this.#claiming.now)
    const others = await listGatheredMails(this.#tx, leadId)
    return this.#wanted(others, await gather(this.#tx, this.#claiming.keys, others))
  }

  #wanted(mails: readonly DueMail[], candidates: readonly MailCandidate[]): readonly MailId[] {
    return candidates.flatMap((candidate, index) => {
      const mail = mails[index]
      const decision = decideMail(candidate, nothingWent, this.#claiming.now)
      if (decision.kind === 'drop' && mail) this.#drop(mail, candidate, decision)
      return decision.kind === 'send' ? [candidate.id] : []
    })
  }

  #drop(mail: DueMail, { wants }: MailCandidate, { reason }: Dropped): void {
    if (reason === 'stopped' && wants.nothingAt !== null) this.unwanted.push({ mail, since: wants.nothingAt })
    this.#note(mail.id, dropped(reason, this.#claiming.now))
  }

  #go(candidate: MailCandidate, category: MailCategory, source: string, others: readonly MailId[]): void {
    const { now } = this.#claiming
    const { id, inbox, ownerId, isCounted } = candidate
    if (!isCounted && inbox !== null) {
      this.#went.push({ inbox, category, source, at: now })
      if (category === 'unasked') this.#byOwner.set(ownerId, [now, ...(this.#byOwner.get(ownerId) ?? [])])
    }
    // Only what has a limit is looked for by its inbox.
    const counted = {
      inbox: category === 'deadline' || category === 'account' ? null : inbox,
      category,
      source,
    }
    this.#note(id, { ...this.#going(), goesAt: now, counted: isCounted ? null : counted })
    for (const other of others) {
      this.#note(other, { ...this.#going(), dueAt: null, goesAt: now, gatheredIn: id })
    }
    this.claims.push({ leadId: id, otherIds: others })
  }

  /** What waits for the same place to the same person; or, about an account, what was written to go with it. */
  async #takeAlong(candidate: MailCandidate, { category, source }: SentMail): Promise<readonly MailId[]> {
    if (category === 'account') return this.#stillGathered(candidate.id)
    if (category === 'deadline') return []
    const held = await listHeldMails(this.#tx, candidate.personId, category, source, GATHERED_AT_MOST)
    const others = held.filter(({ id }) => id !== candidate.id && !this.#isGone(id))
    const candidates = await gather(this.#tx, this.#claiming.keys, others)
    const isAlike = candidates.map(
      (other) => getCategory(other) === category && getSource(other, category) === source,
    )
    return this.#wanted(
      others.filter((_, index) => isAlike[index]),
      candidates.filter((_, index) => isAlike[index]),
    )
  }

  #isGone(id: MailId): boolean {
    const decided = this.decisions.get(id)
    return decided !== undefined && decided.state !== 'waiting'
  }

  #going(): Pick<DecidedMail, 'state' | 'dueAt' | 'lease' | 'settledAt'> {
    const { lease, now } = this.#claiming
    return lease
      ? { state: 'sending', lease: lease.id, dueAt: lease.until, settledAt: null }
      : { state: 'kept', lease: null, dueAt: null, settledAt: now }
  }

  #note(id: MailId, decided: Pick<DecidedMail, 'state'> & Partial<Omit<DecidedMail, 'id' | 'state'>>): void {
    this.decisions.set(id, { ...undecided, ...decided, id })
  }
}

type SentMail = Extract<MailDecision, { kind: 'send' }>
type Dropped = Extract<MailDecision, { kind: 'drop' }>

const dropped = (reason: Dropped['reason'], now: number) =>
  ({ state: 'dropped', reason, settledAt: now }) as const

const undecided: Omit<DecidedMail, 'id' | 'state'> = {
  reason: null,
  dueAt: null,
  lease: null,
  goesAt: null,
  settledAt: null,
  isHeld: false,
  gatheredIn: null,
  counted: null,
}

const nothingWent: Ledger = { went: [], byOwner: new Map() }

const gather = async (tx: Tx, keys: Keyring, due: readonly DueMail[]): Promise<readonly MailCandidate[]> => {
  const hashes = due.map(({ email }) =>
    email === null
      ? { own: [], inbox: [], first: null }
      : { own: addressHashes(keys, email), inbox: inboxHashes(keys, email), first: inboxHash(keys, email) },
  )
  const wanted = new Set(hashes.flatMap(({ own, inbox }) => [...own, ...inbox]))
  const found = await findPreferences(tx, [...wanted])
  return due.map((one, index) => {
    const { own = [], inbox = [], first = null } = hashes[index] ?? {}
    return {
      id: one.id,
      personId: one.person_id,
      inbox: first,
      ownerId: one.owner_id,
      causerId: one.causer_id,
      throughId: one.through_id,
      class: one.class,
      isAcquainted: one.acquainted !== null,
      isFirstMembership: isFirst(one.member_facts),
      invitation: findInvitation(one.invitation_state),
      createdAt: one.created_at,
      answerBy: one.answer_by,
      isCounted: one.counted_at !== null,
      isHeld: one.held === 1,
      wants: readPreferences(found, own, inbox),
    }
  })
}

const findInvitation = (state: DueMail['invitation_state']): MailCandidate['invitation'] =>
  state === null ? 'sent' : state === 'sending' || state === 'waiting' ? 'under_way' : 'unsent'

// Before 0.2 a notice did not say, and each was told.
const isFirst = (facts: string | null): boolean =>
  facts !== null && ((JSON.parse(facts) as Partial<MemberFacts>).isFirst ?? true)

const openLedger = async (tx: Tx, candidates: readonly MailCandidate[], now: number): Promise<Ledger> => {
  const limited = candidates.filter((mail) => !mail.isCounted)
  const inboxes = new Set(limited.flatMap(({ inbox }) => inbox ?? []))
  const owners = new Set(
    limited.filter((mail) => getCategory(mail) === 'unasked').map(({ ownerId }) => ownerId),
  )
  const since = now - DAY_MS
  const [went, ...instants] = await Promise.all([
    listWentTo(tx, [...inboxes], since),
    ...[...owners].map((owner) => listUnaskedBy(tx, owner, since, UNASKED_BY_OWNER)),
  ])
  return { went, byOwner: new Map([...owners].map((owner, index) => [owner, instants[index] ?? []])) }
}
