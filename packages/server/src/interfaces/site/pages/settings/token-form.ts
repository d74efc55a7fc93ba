// The form that makes a token: a name, an expiry, and what it may do, by presets or one by one.
import { allScopes, oneOf, scopes, someOf, type Scope } from '@challenge-service/contract'
import * as Type from 'typebox'
import { html, type Html } from '../../../../kernel/html.ts'
import { invalidFields } from '../../../../kernel/refusal.ts'
import { tokenName } from '../../../../features/tokens/tokens.operations.ts'
import { compileMembers } from '../../../../operations/input.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import { toMembers } from '../../engine/form-members.ts'
import type { FailedForm } from '../../engine/page.ts'
import { selectField, textField, tickField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'

const expiries = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': 'a year',
  never: 'no time: it does not expire',
} as const
type Expiry = keyof typeof expiries
const expiryNames = Object.keys(expiries) as readonly Expiry[]

interface Preset {
  readonly label: string
  readonly hint: string
  /** Null: those that are ticked. */
  readonly scopes: readonly Scope[] | null
}

const presets = {
  read: {
    label: 'Only read',
    hint: 'See what you see, change nothing.',
    scopes: allScopes.filter((scope) => scope.endsWith(':read')),
  },
  play: {
    label: 'Play for me',
    hint: 'Make and answer challenges, see your groups, follow events, vote.',
    scopes: [
      'profile:read',
      'challenges:read',
      'challenges:write',
      'group:read',
      'events:read',
      'questions:read',
      'questions:vote',
    ],
  },
  everything: { label: 'Everything', hint: 'Also manage groups and webhooks.', scopes: allScopes },
  chosen: { label: 'Only what I tick below', hint: '', scopes: null },
} as const satisfies Readonly<Record<string, Preset>>
type PresetName = keyof typeof presets
const presetNames = Object.keys(presets) as readonly PresetName[]

const schema = Type.Object(
  {
    name: tokenName,
    expires: oneOf(expiryNames),
    preset: oneOf(presetNames),
    scopes: Type.Optional(someOf(allScopes)),
  },
  { additionalProperties: false },
)
const readMembers = compileMembers(schema)

export const tokenLabels = {
  name: 'Its name',
  expires: 'Its expiry',
  preset: 'What it may do',
  scopes: 'Its scopes',
}

export const tokenForm = (path: string, failed: FailedForm | undefined): Html =>
  form(
    path,
    html`${textField({
        name: 'name',
        label: tokenLabels.name,
        schema: tokenName,
        hint: 'To know it by: what will use it, such as “laptop”.',
        failed,
      })}
      ${selectField({
        name: 'expires',
        label: 'It is good for',
        value: '90',
        choices: expiryNames.map((value) => ({ value, label: expiries[value] })),
        failed,
      })}
      ${tickField({
        name: 'preset',
        label: tokenLabels.preset,
        kind: 'radio',
        failed,
        ticks: presetNames.map((value) => ({
          value,
          label: presets[value].label,
          hint: presets[value].hint,
          isTicked: value === 'play',
        })),
      })}
      <details ${failed?.typed.get('preset') === 'chosen' && html`open`}>
        <summary>What can be ticked</summary>
        ${tickField({
          name: 'scopes',
          label: tokenLabels.scopes,
          kind: 'checkbox',
          failed,
          ticks: allScopes.map((scope) => ({
            value: scope,
            label: scope,
            hint: scopes[scope],
            isTicked: false,
          })),
        })}
      </details>
      <p class="buttons"><button class="main">Make the token</button></p>`,
  )

/** As the operation takes it. */
export const readTokenForm = (fields: URLSearchParams): RawMembers => {
  const { name, expires, preset, scopes: ticked } = readMembers(toMembers(schema, fields))
  const chosen: readonly Scope[] | undefined = presets[preset].scopes ?? ticked
  if (chosen === undefined)
    throw invalidFields([{ field: 'scopes', message: 'must be ticked, at least one of them' }])
  const wanted = allScopes.filter((scope) => chosen.includes(scope))
  return { name, scopes: wanted, ...(expires === 'never' ? {} : { days: Number(expires) }) }
}
