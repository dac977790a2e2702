/** Part of a reader's account that a feature adds. Types only. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../../../platform/html/html.ts'
import type { FormToken } from '../components/form-token.ts'
import type { SitePage } from '../page.ts'

export interface AccountPages {
  page(): SitePage
  /** Of features. */
  permissions: readonly Permission[]
  /** Leads to `next` after it. */
  signIn(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply
}

/** Keys of messages: what a program of the reader's may do beside what it may on every site. */
export type Permission = Readonly<Record<'read' | 'full', string>>

type LoadHtml = (userId: number) => Promise<(page: SitePage, form: FormToken) => Html>

/** On the page of apps and keys, which the settings lead to. */
export interface AccountSection {
  id: string
  /** Key of its message. */
  title: string
  load: LoadHtml
}

export interface AccountChoice {
  /** Key of its message. */
  title: string
  /** As routes have it. */
  path: string
}

export interface AccountPart {
  /** `app` is the scope of the account, with cookies. */
  routes?(app: FastifyInstance, pages: AccountPages): void
  section?: AccountSection
  /** Key of the message about apps that sign in with a password of their own; without one there are none. */
  appsText?: string
  permissions?: Permission
  /** Beside the reader's own news, where something is followed. */
  box?: LoadHtml
  /** Pages among the choices of the account. */
  choices?: readonly AccountChoice[]
  /** Pages for programs. */
  forPrograms?: readonly AccountChoice[]
  data?: {
    /** Data about a person, by their names in the export. */
    export(userId: number): Promise<object>
  }
}
