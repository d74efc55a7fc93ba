// The frame of a group's pages: which group it is, and the list of its pages. Admins have more of them.
import type { OwnGroupRow } from '../../../../features/groups/groups.queries.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { type ShownPage, show } from '../../engine/response.ts'
import { isAdmin, pathOfGroup } from './own-group.ts'

const sections = [
  ['', 'Overview', 'everyone'],
  ['/members', 'Members', 'everyone'],
  ['/webhooks', 'Webhooks', 'admins'],
  ['/tokens', 'Tokens and quota', 'admins'],
] as const

type Section = (typeof sections)[number][0]

interface GroupPage extends Partial<Omit<ShownPage, 'kind' | 'main' | 'section' | 'title'>> {
  readonly group: OwnGroupRow
  readonly section: Section
  /** Where it is another than the name of the section. */
  readonly title?: string
  readonly inside: Part
}

export const showGroup = ({ group, section, title, inside, ...rest }: GroupPage): ShownPage => {
  const name = section === '' ? group.name : (sections.find(([path]) => path === section)?.[1] ?? '')
  const heading = title ?? name
  const isOverview = section === '' && title === undefined
  return show({
    ...rest,
    title: isOverview ? group.name : `${heading} · ${group.name}`,
    section: 'groups',
    main: html`${
        !isOverview &&
        html`<p>
          <a href="${pathOfGroup(group)}"><bdi>${group.name}</bdi></a>
        </p>`
      }
      <h1><bdi>${heading}</bdi></h1>
      ${navigation(group, section)} ${inside}`,
  })
}

const navigation = (group: OwnGroupRow, current: Section): Html =>
  html`<nav aria-label="Group">
    <ul class="places">
      ${sections
        .filter(([, , who]) => who === 'everyone' || isAdmin(group))
        .map(
          ([path, label]) =>
            html`<li>
              <a href="${pathOfGroup(group)}${path}" ${path === current && html`aria-current="page"`}
                >${label}</a
              >
            </li>`,
        )}
    </ul>
  </nav>`
