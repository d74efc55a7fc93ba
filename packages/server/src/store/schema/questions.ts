// Daily questions. schema.ts says how to read the column types.
import type { ActorId, QuestionId } from '../../kernel/ids.ts'
import { int, key, orNull, strictTable, text } from '../statements/table.ts'

export const questions = strictTable('questions', {
  id: key<QuestionId>('primary key'),
  day: key('unique'),
  /** Which of the built-in ones it is. */
  built_in: orNull(key()),
  text: text(),
  /** A JSON list of texts. */
  options: text(),
  created_at: int(),
})

export const questionVotes = strictTable(
  'question_votes',
  {
    question_id: key<QuestionId>('references questions (id)'),
    voter_id: key<ActorId>(),
    /** In code, the index of an option. */
    place: int(),
    created_at: int(),
  },
  ['primary key (question_id, voter_id)'],
)

/** The votes of an option, spread over a few rows: people who vote at once need not wait for one another's commit. */
export const questionCounts = strictTable(
  'question_counts',
  {
    question_id: key<QuestionId>('references questions (id)'),
    /** In code, the index of an option. */
    place: int(),
    slot: int(),
    votes: int(),
  },
  ['primary key (question_id, place, slot)'],
)

export const questionsTables = { questions, questionVotes, questionCounts }

export const questionsIndexes = `
-- The choice of a built-in question that was not asked for long.
create index questions_built_in on questions (built_in, day) where built_in is not null;
-- The export and the erasure of a person.
create index question_votes_by_voter on question_votes (voter_id, question_id);
`
