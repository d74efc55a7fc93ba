// The forms that add people to a group: one by one, or as a list that was written elsewhere.
import { endpoints, memberRoles } from '@challenge-service/contract'
import type { TSchema } from 'typebox'
import { html, type Html } from '../../../../kernel/html.ts'
import type { FailedForm } from '../../engine/page.ts'
import { selectField, textField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { asSentence } from '../../parts/notices.ts'
import { LINES_AT_MOST } from './pasted-members.ts'
import { words } from '../../../../wording/words.ts'

export const PASTED = 'people'

export const addLabels = {
  email: 'The address',
  first_name: 'The first name',
  last_name: 'The last name',
  role: 'The role',
  [PASTED]: 'The list',
}

const schemas: Readonly<Record<string, TSchema>> = endpoints.addMember.body?.properties ?? {}

const schemaOf = (name: string): TSchema => schemas[name] ?? {}

export const addForm = (path: string, failed: FailedForm | undefined): Html =>
  form(
    path,
    html`${textField({
        name: 'email',
        label: addLabels.email,
        schema: schemaOf('email'),
        type: 'email',
        isLiteral: true,
        hint: 'They are told by mail. No member is shown it.',
        failed,
      })}
      ${textField({
        name: 'first_name',
        label: addLabels.first_name,
        schema: schemaOf('first_name'),
        hint: 'What the other members see.',
        failed,
      })}
      ${textField({
        name: 'last_name',
        label: addLabels.last_name,
        schema: schemaOf('last_name'),
        isOptional: true,
        hint: 'Shown to nobody but the person.',
        failed,
      })}
      ${selectField({
        name: 'role',
        label: addLabels.role,
        value: 'member',
        choices: memberRoles.map((value) => ({ value, label: words.group.role[value] })).toReversed(),
        hint: 'An admin manages members and webhooks.',
        failed,
      })}
      <p class="buttons"><button class="main">Add them</button></p>`,
  )

/** `lines`: what stands in it where nothing was typed. */
export const pasteForm = (path: string, failed: FailedForm | undefined, lines = ''): Html => {
  const problem = failed?.problems.find(({ field }) => field === PASTED)?.message
  return form(
    path,
    html`<div class="field">
        <label for="${PASTED}">${addLabels[PASTED]}</label>
        ${problem !== undefined && html`<p class="problem" id="${PASTED}_problem">${asSentence(addLabels[PASTED], problem)}</p>`}
        <textarea
          id="${PASTED}"
          name="${PASTED}"
          rows="6"
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="${problem === undefined ? '' : `${PASTED}_problem `}${PASTED}_hint"
          ${problem !== undefined && html`aria-invalid="true"`}
        >
${failed?.typed.get(PASTED) ?? lines}</textarea>
        <p class="hint" id="${PASTED}_hint">
          One person a line, at most ${LINES_AT_MOST}: <code>ben@example.com, Ben</code> or
          <code>ben@example.com, Ben, Smith</code> or <code>Ben Smith &lt;ben@example.com&gt;</code>. All of
          them become members, and are told by mail. You are told of each line what became of it.
        </p>
      </div>
      <p class="buttons"><button>Add all of them</button></p>`,
  )
}
