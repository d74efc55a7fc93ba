// Tools for groups, the feed, the tally and the question of the day.
import { eventsByKind } from '../examples/events.ts'
import { question } from '../examples/question.ts'
import { ids } from '../examples/story.ts'
import { tenAtOnce } from './lists.ts'
import { tool, type ToolArguments } from './tool.ts'

const group = { group_id: 'id' }
const groupWords = { group_id: 'The group, from list_groups.' }

export const groupTools = [
  tool({
    name: 'list_groups',
    title: 'List groups',
    description:
      'Lists the groups that the person is a member of, with the ids that list_group_challenges and get_group_stats take.',
    endpoint: 'listGroups',
    takes: tenAtOnce.takes,
    words: tenAtOnce.words,
    defaults: tenAtOnce.defaults,
    example: {},
  }),
  tool({
    name: 'list_group_challenges',
    title: 'List the challenges of a group',
    description:
      'Lists all challenges of a group, newest first, also those between other members: to see what goes on there, or to find one whose side the person wants to take with support_side. For the person’s own challenges use list_challenges.',
    endpoint: 'listGroupChallenges',
    takes: { ...group, status: 'status', ...tenAtOnce.takes },
    words: { ...groupWords, ...tenAtOnce.words },
    defaults: tenAtOnce.defaults,
    example: { group_id: ids.group, status: ['disputed'] },
  }),
  tool({
    name: 'get_group_stats',
    title: 'Read the statistics of a group',
    description:
      'Reads how the challenges of a group go: how many in each status, how they ended, what is played for, and who leads.',
    endpoint: 'getGroupStats',
    takes: group,
    words: groupWords,
    example: { group_id: ids.group },
  }),
]

export const eventTools = [
  tool({
    name: 'list_events',
    title: 'List what happened',
    description:
      'Lists what happened, newest first: challenges made, accepted, proposed, settled, tallies, evidence, members. Use it for "what is new?"; keep the id of the newest event and give it as after the next time to get only what came since, oldest first. For what happened on a day, take limit 100 and stop at those that are older. For where things stand now use list_challenges.',
    endpoint: 'listEvents',
    takes: { types: 'types', after: 'after', order: 'order', ...tenAtOnce.takes },
    words: {
      ...tenAtOnce.words,
      order:
        'Newest first (desc), which holds where nothing is given, or oldest first (asc), which holds with after.',
    },
    // A cursor brings its own order, and what came after an event is read in the order in which it came.
    defaults: (input: ToolArguments) => ({
      ...tenAtOnce.defaults(),
      ...(input['cursor'] === undefined && input['after'] === undefined ? { order: 'desc' } : {}),
    }),
    example: { after: eventsByKind['challenge.created'].id },
  }),
]

export const questionTools = [
  tool({
    name: 'get_daily_question',
    title: 'Read the question of the day',
    description:
      'Reads the question of the day with its options. Results are shown once the person has voted. There is one every day; it ends at midnight UTC.',
    endpoint: 'getDailyQuestion',
    takes: {},
    example: {},
  }),
  tool({
    name: 'vote',
    title: 'Vote on the question of the day',
    description:
      'Votes on the question of the day: once, and it cannot be changed. Read it with get_daily_question first and let the person choose; give the id of the option, and question_id so that a vote after midnight does not count for another question.',
    endpoint: 'voteDailyQuestion',
    takes: { option: 'option', question_id: 'question_id' },
    confirms: true,
    example: { option: 'opt_morning', question_id: question.id },
  }),
]
