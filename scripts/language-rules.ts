/** Words that the project leaves, where they are sure to be wrong, with the field's word for each. */

export interface Term {
  /** Tested against a declared name and each word of it. */
  name?: RegExp
  /** Tested against comments and pages. */
  prose?: RegExp
  write: string
}

const prose = (words: string, write: string): Term => ({ prose: new RegExp(`\\b(?:${words})\\b`, 'gi'), write })
const name = (pattern: RegExp, write: string): Term => ({ name: pattern, write })
const both = (words: string, write: string): Term => ({
  ...prose(words, write),
  ...name(new RegExp(`^(?:${words})$`, 'i'), write),
})

export const terms: Term[] = [
  both('affairs?', 'storyline'),
  both('bought', 'paid attempts'),
  both('faults?', 'violation, validation error, failure'),
  both('happenings?', 'event, incident'),
  both('heirs?', 'merge target, redirect'),
  both('journeys?', 'end-to-end test; OAuth state'),
  both('kin', 'related'),
  both('kit', 'page context'),
  both('lately', 'recent'),
  both('likeness', 'similarity'),
  both('meanwhile', 'concurrently'),
  both('mend|mends|mended|mending', 'fix, fixed'),
  both('nobody|somebody|whoever', 'no client, the operator, any'),
  both('parcels?|sendings?', 'deliveries, delivery batches'),
  both('pictures?', 'image'),
  both('reckon|reckons|reckoned|reckoning', 'compute, derive'),
  both('rulings?', 'manual override; must-link, cannot-link'),
  both('said|says', 'state, report, return; message'),
  both('(?:stands|stood)(?! for)', 'is, occurs, remains'),
  both('told|telling', 'notify, generate, report'),
  both('troubles?', 'error state'),
  both('undoers?', 'undo handlers'),
  prose('anew|once more', 'again'),
  prose('grave', 'fatal'),
  prose('model stop', 'model kill switch'),
  prose('parted', 'cannot-link; separation reason'),
  prose('quiet time', 'quiet hours'),
  prose('spoken edition', 'audio edition'),
  prose('that (?:is|are) none', 'is not a valid …, does not exist'),
  prose('wish|wishes', 'reader action; request'),
  name(/^(?:alike|apart|parted)$/i, 'similar; cannot-link, separation reason'),
  name(/^asks?$|^asked$/i, 'request, requested, query'),
  name(/^kept$/i, 'stored, retained, cached'),
  name(/^known$/i, 'existing, previous, cached'),
  name(/^(?:is)?whole$/i, 'complete'),
  name(/^grey$/i, 'borderline'),
  name(/^away$/i, 'unreachable'),
  name(/^met$/i, 'matched'),
  name(/^usual$/i, 'default; common'),
  name(/^crossing$/i, 'alert trigger'),
  name(/^door$/i, 'sign-in URL'),
  name(/^ground$/i, 'source index'),
  name(/^matters$/i, 'operator issues'),
  name(/^suspects$/i, 'review candidates'),
  name(/^wish(?:es)?$/i, 'reader action'),
  name(/^(?:most|least|fewest|shortest)(?:[A-Z]|$)|^(?:MOST|LEAST|FEWEST|SHORTEST)_/, 'max…, MAX_; min…, MIN_'),
  name(/^LONGEST_/, 'MAX_LENGTH'),
  name(/^(?:LEAST|LONGEST|SHORTEST)$/, 'MIN_…; MAX_LENGTH, MIN_LENGTH'),
  name(/^own$/i, 'personal, local; usually dropped'),
  name(/^own[A-Z]|^OWN_/, 'personal…, local…; usually dropped'),
  name(/^say(?:ing)?$/i, 'report, print; message'),
  name(/^ruled$/i, 'overridden'),
  name(/^because$/i, 'matched follows; reason'),
  name(/^acts$/i, 'audited actions, actions'),
  name(/^standing$/i, 'accepted claims; state'),
  name(/^judgements?$/i, 'classification; verdict of a judge'),
  name(/^meanings?$/i, 'semantic'),
  name(/^chosen$/i, 'selected, configured'),
  name(/^forgotten$/i, 'purged, expired'),
  name(/^(?:is)?underWay$/i, 'pending, running'),
  name(/^lookUp[A-Z]/, 'find…, resolve…'),
  name(/^keep(?!Alive|Days)[A-Z]/, 'store…, retain…, filter…'),
  name(/^mine(?:[A-Z]|$)/, 'my pages, user actions'),
  name(/^bind[A-Z]/, 'create…'),
  name(/^forget[A-Z]/, 'purgeExpired…'),
  name(/^take[A-Z]/, 'lease…, parse…, apply…'),
  name(/^(?:settle|conclude)(?:[A-Z]|$)/, 'recordResponse, recordVerdict'),
  name(/Parts$|^Parts$/, '…Deps'),
  name(/^inTurn$/, 'rate limiter, runLimited'),
  name(/^runPart$/, 'process role'),
  name(/^requireRoom$/, 'quota'),
]

/** Keys of stored data, formats, interfaces and messages, which stay as they are. */
export const wireNames: ReadonlySet<string> = new Set([
  ...[
    'alerts_least',
    'away',
    'because',
    'fault',
    'faults',
    'forgotten',
    'happenings',
    'kept',
    'kin',
    'least',
    'likeness',
    'met',
    'mine',
    'network_away',
    'ownIntervalMinutes',
    'own_interval_minutes',
    'picture',
    'picture_alt',
    'ruled',
    'ruling',
  ],
  ...['said', 'says', 'sendings', 'stands', 'told', 'usual', 'usualGapMinutes', 'matters', 'most'],
])

/** Names of files in src/, without their endings, and the names to give them. */
export const fileNames: Record<string, string> = {
  heirs: 'merge-targets',
  matters: 'open-issues',
  tell: 'generate-text',
  standing: 'accept-claims',
  reading: 'language-rules, tokenize',
  ground: 'source-index',
  bind: 'match-evidence',
  crossing: 'alert-trigger',
  'tell-webhooks': 'queue-webhook-alerts',
  letters: 'edition-emails',
  'letter-routes': 'unsubscribe-routes',
  mine: 'my-…',
  'after-sign-in': 'return-url',
  'sign-in-elsewhere': 'oauth',
  named: 'titled-events',
  kit: 'page-context',
  take: 'import-local',
  parting: 'separation-reason',
  affair: 'storyline',
  thread: 'core-entities',
  kin: 'related',
  'words-behind': 'tag-evidence',
  lexicon: 'dictionary',
  because: 'describe-reason',
  'own-text': 'unshared-text',
  'own-page': 'check-page',
  rooms: 'filled-sections',
  spoken: 'audio-edition, audio-editions',
  meaning: 'semantic',
  suspects: 'review-candidates',
  judgements: 'reclassification',
  rejudge: 'reclassify',
  visits: 'fetches',
  'yaml-places': 'yaml-locations',
  'judge-standing': 'judge-reliability',
  'damped-count': 'dampened-frequency',
  'reading-marks': 'read-markers',
}

export const MAX_SAME_NAME = 2
/** Every surface and aggregate may have one. */
export const COMMON_FILE_NAMES = [
  'routes',
  'views',
  'index',
  'settings',
  'commands',
  'console-pages',
  'resource',
  'markdown',
]

export const beginnings = /^(?:What|Where|Who|Whose|Which|How|When|Whether)\b/
export const MAX_WORDS = 30
export const MAX_SUBJECT = 72
