import { describe, expect, it, test } from 'vitest'
import { projectContent } from '../../../../tests/support/content.ts'
import { articleText, distinctiveTerms, isForeignTo, shinglesOf } from './unshared-text.ts'

const { lexicon } = projectContent()
const termsOf = (title: string, text = '', language: string | null = 'sv') =>
  distinctiveTerms(lexicon.in(language), title, text)
const OFFER =
  'Resten är för dig som har vår digitala tidning. Just nu läser du tre månader för en krona, sedan nittionio kronor i månaden utan bindningstid. Du får alla korsord och arkivet.'
const CHECK = (id: string) =>
  `Vi kontrollerar att du är en människa och inte ett program. Det tar några sekunder, sedan skickas du vidare. Ärendet har nummer ${id} och började klockan 18:05:${id.length}.`

describe('what of a text is its own', () => {
  const unshared = (title: string, text: string, other: string, feedText = '') =>
    articleText({ terms: termsOf(title, feedText), text: feedText }, text, new Set(shinglesOf(other)))
  const NOTICE =
    'En lada brann ned i Högby i natt. Ingen kom till skada, och korna hann släppas ut av ägaren, som vaknade.'

  test.each([
    ['the very same text', OFFER, OFFER],
    ['one with another number and time', CHECK('4711a'), CHECK('9')],
    [
      'one that puts the title into a sentence',
      `Du ville läsa Lada brann i Högby. ${OFFER}`,
      `Du ville läsa Mossan fredas. ${OFFER}`,
    ],
    ['one that stands in a longer one', OFFER, `${OFFER} Följ oss gärna.`],
    [
      'a long one',
      `${OFFER} ${'Villkoren gäller alla våra tidningar och tjänster. '.repeat(90)}`,
      `${OFFER} ${'Villkoren gäller alla våra tidningar och tjänster. '.repeat(90)}`,
    ],
  ])('nothing, of %s on another page', (_what, text, other) => {
    expect(unshared('Lada brann i Högby', text, other)).toBe('')
  })

  it('all, where others share a phrase', () => {
    const text = `${NOTICE} Polisen ber vittnen att höra av sig.`
    expect(unshared('Lada brann i Högby', text, `Polisen ber vittnen att höra av sig. ${OFFER}`)).toBe(text)
  })
  it('all, where both are plainly about the item: an AMP page, a press release in two sections, a new version', () => {
    expect(unshared('Lada brann i Högby, korna ute', NOTICE, NOTICE)).toBe(NOTICE)
    expect(unshared('Ladan i Högby: ägaren vaknade', `${NOTICE} Orsaken är okänd.`, NOTICE)).toContain(NOTICE)
  })
  it('the notice, where the template of a publisher dominates', () => {
    expect(unshared('Lada brann i Högby', `${NOTICE} ${OFFER}`, `En älg sprang över torget. ${OFFER}`)).toBe(NOTICE)
    expect(unshared('Lada brann i Högby', `${NOTICE} ${OFFER}`, `Annat. ${OFFER}`, NOTICE)).toBe(NOTICE)
  })
  it('is known in scripts without blanks, too', () => {
    const check = '请稍候正在检查您的浏览器是否安全此过程是自动的您的浏览器将很快跳转到您请求的内容请允许最多五秒钟'
    expect(unshared('湿地鹤群得到保护', check, check)).toBe('')
    const article = '湿地里的鹤群从今天起得到法律保护政府宣布将在明年春天之前关闭附近的采矿场当地居民对此表示欢迎'
    expect(unshared('湿地鹤群得到保护', article, article)).toBe(article)
  })
})

describe('a text that cannot be about the item', () => {
  const foreign = (
    title: string,
    text: string,
    { name = 'Bladet', feedText = '', same = true, language = 'sv' } = {},
  ) =>
    isForeignTo(
      { terms: termsOf(title, feedText, language), title: termsOf(title, '', language) },
      { text, name },
      same,
    )

  test.each([
    ['has none of its words', 'Torvmossen vid Kvarnsjö fredas för tranorna', OFFER, 'sv'],
    [
      'is English on an English site',
      'Peat bog at Millmere protected for its cranes',
      'We care about your privacy and store data on your device. You may accept all of it or make choices of your own.',
      'en',
    ],
    [
      'is Russian on a Russian site',
      'Журавлиное болото получило охранный статус',
      'Мы проверяем, что вы человек. Это займёт несколько секунд, затем вы будете перенаправлены.',
      'ru',
    ],
  ])('%s', (_what, title, text, language) => expect(foreign(title, text, { language })).toBe(true))

  test.each([
    [
      'inflected and joined words',
      'Bensinskattehöjning oroar åkerierna',
      'Skatten på bensin höjs i vår, och det oroar många. Ett åkeri i Skara räknar med högre kostnader.',
      {},
    ],
    [
      'a compound in the text',
      'Mossan fredas för tranornas skull',
      'Torvmossen blir reservat eftersom tranor häckar där. Länsstyrelsen har fattat beslutet.',
      {},
    ],
    [
      'a page that has the headline as its name',
      'Klart: hon blir ny tränare i klubben',
      'Maria Lund tar över laget efter nyår, enligt ett uttalande.',
      { name: 'Hon blir klubbens nya tränare – Bladet' },
    ],
    ['a title of few words', 'Debatt', OFFER, {}],
    [
      'another script',
      '湿地鹤群得到保护',
      'The wetland is now protected by law, officials said on Monday.',
      { same: false, language: 'zh' },
    ],
    [
      'another language with a name in common',
      'Torvmossen vid Kvarnsjö fredas för tranorna',
      'The bog at Kvarnsjö is protected by law from today, the county said.',
      { same: false },
    ],
  ])('not where there is %s', (_what, title, text, more) => expect(foreign(title, text, more)).toBe(false))
})
