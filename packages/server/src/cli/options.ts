// What the commands are given, as commander hands it over.
import type { MemberRole, Plan } from '@challenge-service/contract'
import type { QuestionInput } from '../features/questions/question.service.ts'

export interface CommonOptions {
  readonly databaseUrl?: string
  readonly json?: boolean
}

/** For a command that destroys. */
export interface ConfirmOptions extends CommonOptions {
  readonly yes?: boolean
}

export interface CreateAccountOptions extends CommonOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string
  readonly plan: Plan
}

export interface ListAccountsOptions extends CommonOptions {
  readonly plan?: Plan
  readonly after?: string
  readonly limit: number
}

export interface RenameAccountOptions extends CommonOptions {
  readonly firstName?: string
  readonly lastName?: string
}

export interface EraseOptions extends ConfirmOptions {
  readonly stopMails?: boolean
}

export interface CreateGroupOptions extends CommonOptions {
  readonly name: string
  readonly admin: string
  readonly firstName: string
  readonly lastName?: string
}

export interface AddMemberOptions extends CommonOptions {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string
  readonly role: MemberRole
}

export interface RoleOptions extends CommonOptions {
  readonly email: string
}

export interface OwnerOptions extends CommonOptions {
  readonly account?: string
  readonly group?: string
}

export interface CreateTokenOptions extends OwnerOptions {
  readonly scopes: string
  readonly name?: string
  readonly expiresInDays?: number
}

export type AddQuestionOptions = CommonOptions & QuestionInput

export interface ListQuestionsOptions extends CommonOptions {
  readonly from?: string
}

export interface ListMailsOptions extends CommonOptions {
  readonly limit: number
}

export interface ListWebhooksOptions extends CommonOptions {
  readonly account?: string
  readonly group?: string
  readonly limit: number
}

export interface ListDeliveriesOptions extends CommonOptions {
  readonly limit: number
}

export interface EnableOptions extends CommonOptions {
  readonly resend?: boolean
}

export interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly json?: boolean
}

export interface ServeOptions extends CommonOptions {
  readonly host?: string
  readonly port?: string
  readonly demo?: boolean
  readonly acceptNewKey?: boolean
}

export interface BridgeOptions {
  readonly url: URL
  readonly tokenFile?: string
}
