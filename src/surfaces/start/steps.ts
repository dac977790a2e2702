/** The steps of the first-run page in their order: each a form of its own address. */
import type { Setup } from '../../news/topic/rules/setup.ts'
import { type Html, html } from '../../platform/html/html.ts'
import {
  type ApplyForm,
  applyAddresses,
  applyAnswers,
  applyFeeds,
  applyModel,
  applySettings,
  applyTags,
  applyTopic,
  type Draft,
  feedsOf,
  storeAddresses,
} from './draft.ts'
import {
  addressFields,
  feedFields,
  figures,
  headlineFields,
  modelFields,
  settingFields,
  tagFields,
  topicFields,
  trialBody,
  unreadNote,
} from './forms.ts'

export interface Step {
  path: string
  title: string
  /** Null where its fields have buttons of their own. */
  button: string | null
  fields(draft: Draft, setup: Setup): Html
  apply: ApplyForm
  /** Stores what was entered, for the way back; `apply` where it is missing. */
  keep?: ApplyForm
  /** True once the steps before were taken. */
  isOpen(draft: Draft): boolean
  /** Looks for what its fields show. */
  prepare?(draft: Draft, setup: Setup): Promise<void>
  above?(draft: Draft, setup: Setup): Html | null
  /** The topic is written once it is left. */
  writes?: boolean
  /** Rows in place of fields below each other. */
  rows?: boolean
  /** Takes a file, and a list as long as that. */
  files?: boolean
}

const hasTopic = ({ topic }: Draft) => topic !== ''
const hasFeeds = (draft: Draft) => hasTopic(draft) && draft.selectedFeeds !== null

export const steps: readonly Step[] = [
  {
    path: '/start',
    title: 'A site about what?',
    button: 'Continue',
    fields: topicFields,
    apply: applyTopic,
    isOpen: () => true,
    above: () =>
      html`<p>Six forms, and there is a site; a seventh tries a model for it. Nothing is written before the sixth is sent.</p>`,
  },
  {
    path: '/start/sources',
    title: 'Where the news comes from',
    button: 'Look for feeds',
    fields: addressFields,
    apply: applyAddresses,
    keep: storeAddresses,
    isOpen: hasTopic,
    files: true,
    above: (_, setup) => unreadNote(setup),
  },
  {
    path: '/start/feeds',
    title: 'What was found',
    button: 'Use these',
    fields: feedFields,
    apply: applyFeeds,
    isOpen: (draft) => hasTopic(draft) && feedsOf(draft).length > 0,
    rows: true,
    above: (_, setup) => unreadNote(setup),
  },
  {
    path: '/start/tags',
    title: 'Tags',
    button: 'Use these',
    fields: tagFields,
    apply: applyTags,
    isOpen: hasFeeds,
    rows: true,
  },
  {
    path: '/start/headlines',
    title: 'About it or not?',
    button: 'Continue',
    fields: headlineFields,
    apply: applyAnswers,
    isOpen: hasFeeds,
    rows: true,
  },
  {
    path: '/start/site',
    title: 'The site',
    button: 'Write it',
    fields: settingFields,
    apply: applySettings,
    isOpen: hasFeeds,
    writes: true,
    above: (draft, setup) => html`${unreadNote(setup)}${figures(draft)}`,
  },
  {
    path: '/start/model',
    title: 'A model',
    button: null,
    apply: applyModel,
    isOpen: ({ files }) => files !== null,
    fields: modelFields,
    above: (_, setup) => {
      const trial = setup.trial()
      return html`${unreadNote(setup)}${trial && trialBody(trial)}`
    },
    prepare: async (draft, setup) => {
      if (draft.servers.length === 0) draft.servers = await setup.findModelServers([])
    },
  },
]
