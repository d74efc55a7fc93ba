// The page of a link to leave: which group, what a member is there, and the one button; or, once there is nothing
// left to leave, how things stand.
import { html, type Html } from '../../../../kernel/html.ts'
import { inWords, spanInWords } from '../../../../kernel/instants.ts'
import type { Leaving } from '../../../../features/groups/leave.service.ts'
import { notice } from '../../parts/notices.ts'
import { show, type ShownPage } from '../../engine/response.ts'
import { personalFoot } from '../../engine/link-frame.ts'
import type { Site } from '../../engine/site.ts'

export interface LeaveShown {
  readonly site: Site
  /** Where this person says which mails they want. */
  readonly mailsPath: string
  /** When the link lapses. */
  readonly by: number
  readonly now: number
}

export const leavePage = (leaving: Leaving, shown: LeaveShown): ShownPage => {
  const title = `You are a member of ${leaving.groupName}`
  return page(
    shown,
    title,
    html`<h1>${title}</h1>
      <p class="lead">
        Its members call you ${leaving.firstName}. They see the challenges made in the group, and its tools
        can make and answer challenges there for you.
      </p>
      ${signIn(shown)}
      <section class="card" aria-labelledby="leave">
        <h2 id="leave">Do you want to leave?</h2>
        <p>
          Then you no longer see the challenges of others there, and nobody acts for you in it. Your own
          challenges in the group go on, and you can still answer them. Its admins cannot add you again.
        </p>
        <form method="post" class="buttons">
          <button class="bad" name="choice" value="leave">Leave the group</button>
        </form>
        <p class="quiet">
          You can leave here until ${inWords(shown.by, shown.site.timeZone)}
          ${`(in ${spanInWords(shown.by - shown.now)})`}. If you do nothing, you stay a member.
        </p>
      </section>`,
  )
}

const signIn = ({ site: { signInPath } }: LeaveShown): Html | null =>
  signInPath === null
    ? null
    : html`<p class="buttons">
        <a class="button main" href="${signInPath}?next=/groups">Sign in to see it</a>
      </p>`

const banners = {
  done: null,
  used: 'This link has done its work: there is nothing left to do here.',
} as const

export const leftPage = (leaving: Leaving, shown: LeaveShown, why: keyof typeof banners): ShownPage => {
  const { title, text } = renderSituation(leaving)
  const banner = banners[why]
  return page(
    shown,
    title,
    html`${banner && notice(banner)}
      <h1>${title}</h1>
      <p class="lead">${text}</p>`,
  )
}

const renderSituation = ({ groupName, hasLeft, isMember }: Leaving): { title: string; text: string } => {
  if (hasLeft) {
    return {
      title: `You have left ${groupName}`,
      text: 'Its members and tools can no longer act for you there. Your challenges in the group go on, and you can still answer them. Its admins cannot add you again.',
    }
  }
  if (isMember) {
    return {
      title: `You are a member of ${groupName} again`,
      text: 'You were added anew since this link was sent. The mail about that has a link of its own, by which you can leave.',
    }
  }
  return {
    title: `You are no longer a member of ${groupName}`,
    text: 'There is nothing to leave. Your challenges in the group go on, and you can still answer them.',
  }
}

export const lastAdminPage = (leaving: Leaving, shown: LeaveShown): ShownPage => {
  const title = `You are the last admin of ${leaving.groupName}`
  return page(
    shown,
    title,
    html`${notice('Nothing was changed.', 'bad')}
      <h1>${title}</h1>
      <p>A group must have an admin. Add another one, then open this link again and leave.</p>`,
  )
}

const page = ({ site, mailsPath }: LeaveShown, title: string, main: Html): ShownPage =>
  show({ title, main, isNarrow: true, foot: personalFoot(site, mailsPath, 'leave') })
