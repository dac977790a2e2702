/** One recall as a model writes of it in three languages, with errors that it may make: texts of our own. */
import type { PlayedSummary } from './writer.ts'

export interface Recall {
  /** Of the site. */
  language: string
  source: { title: string; text: string; language: string }
  title: string
  /** Passages of the source and the sentence that they support. */
  truths: { text: string; evidence: string }[]
  /** By their class: the sentence in whose place it is, from 0, and what is written there. */
  errors: Record<'number' | 'name' | 'quotation' | Lie, [at: number, text: string]>
}

/** Errors of which nothing but their meaning is wrong: code sees none of them. */
export const LIES = ['role', 'negation', 'certainty', 'cause', 'exchange', 'accusation'] as const
type Lie = (typeof LIES)[number]
/** As a careless model makes them. */
export const PLANTED = ['number', 'name', 'quotation', 'role', 'negation', 'certainty', 'cause'] as const

const english = {
  title: 'Larkfield recalls Tern headphones in Canada',
  language: 'en',
  evidence: [
    'Larkfield is recalling 41,000 pairs of its Tern headphones in Canada after 52,000 complaints about overheating.',
    'Everyone who owns a pair will get their money back, the company says.',
    'The error is caused by a battery from the supplier Orrin, said Maria Castellan, who is head of safety at Larkfield.',
    'Larkfield has sued Orrin in a court in Toronto and demands compensation.',
    'The company may stop selling the headphones this autumn, but no decision has been made.',
  ],
}
const swedish = {
  title: 'Larkfield återkallar hörlurarna Tern i Kanada',
  language: 'sv',
  evidence: [
    'Larkfield återkallar 41 000 par av hörlurarna Tern i Kanada efter 52 000 klagomål om överhettning.',
    'Alla som äger ett par får pengarna tillbaka, säger bolaget.',
    'Felet beror på ett batteri från leverantören Orrin, säger Maria Castellan, som är säkerhetschef på Larkfield.',
    'Larkfield har stämt Orrin vid en domstol i Toronto och kräver ersättning.',
    'Bolaget kan sluta sälja hörlurarna i höst, men något beslut är inte fattat.',
  ],
}

function recallIn(
  language: string,
  source: typeof english,
  title: string,
  texts: string[],
  errors: Recall['errors'],
): Recall {
  const text = source.evidence.join(' ')
  const truths = texts.map((sentence, at) => ({ text: sentence, evidence: source.evidence[at] ?? '' }))
  return { language, source: { title: source.title, text, language: source.language }, title, truths, errors }
}

export const RECALLS: readonly Recall[] = [
  recallIn(
    'sv',
    english,
    'Larkfield återkallar hörlurar i Kanada',
    [
      'Bolaget Larkfield tar tillbaka 41 000 par av hörlurarna Tern i Kanada efter 52 000 klagomål på att de blir för varma.',
      'Den som har köpt ett par får pengarna tillbaka, enligt bolaget.',
      'Problemet beror på ett batteri från underleverantören Orrin, uppger säkerhetschefen Maria Castellan.',
      'Nu har Larkfield stämt Orrin i en domstol i Toronto för att få ersättning.',
      'Det är möjligt att försäljningen av hörlurarna upphör i höst, men beslutet är inte fattat.',
    ],
    {
      number: [
        0,
        'Bolaget Larkfield tar tillbaka 47 000 par av hörlurarna Tern i Kanada efter 52 000 klagomål på att de blir för varma.',
      ],
      name: [2, 'Problemet beror på ett batteri från underleverantören Orrin, uppger säkerhetschefen Teodor Quist.'],
      quotation: [
        2,
        '”Det är rena katastrofen för oss”, säger säkerhetschefen Maria Castellan om batteriet från Orrin.',
      ],
      role: [3, 'Nu har Orrin stämt Larkfield i en domstol i Toronto för att få ersättning.'],
      negation: [1, 'Den som har köpt ett par får inte pengarna tillbaka, enligt bolaget.'],
      certainty: [4, 'Det är bestämt att försäljningen av hörlurarna upphör i höst.'],
      cause: [2, 'Problemet beror på en laddare från underleverantören Orrin, uppger säkerhetschefen Maria Castellan.'],
      exchange: [
        0,
        'Bolaget Larkfield tar tillbaka 52 000 par av hörlurarna Tern i Kanada efter 41 000 klagomål på att de blir för varma.',
      ],
      accusation: [3, 'Nu har en domstol i Toronto gett Orrin rätt mot Larkfield, som inte får någon ersättning.'],
    },
  ),
  recallIn(
    'en',
    swedish,
    'Larkfield takes headphones back in Canada',
    [
      'The company Larkfield is taking back 41,000 pairs of its Tern headphones in Canada after 52,000 complaints that they get too hot.',
      'Customers who bought a pair will be given their money back, according to the company.',
      'A battery from the supplier Orrin is to blame for the problem, says the head of safety, Maria Castellan.',
      'In a court in Toronto, Larkfield has sued Orrin to be compensated for what it has lost.',
      'It is possible that sales of the headphones will end in the autumn, though this is not decided yet.',
    ],
    {
      number: [
        0,
        'The company Larkfield is taking back 47,000 pairs of its Tern headphones in Canada after 52,000 complaints that they get too hot.',
      ],
      name: [
        2,
        'A battery from the supplier Orrin is to blame for the problem, says the head of safety, Teodor Quist.',
      ],
      quotation: [
        2,
        '“This is a disaster for all of us”, says the head of safety, Maria Castellan, about the battery from Orrin.',
      ],
      role: [3, 'In a court in Toronto, Orrin has sued Larkfield to be compensated for what it has lost.'],
      negation: [1, 'Customers who bought a pair will not be given their money back, according to the company.'],
      certainty: [4, 'It is certain that sales of the headphones will end in the autumn.'],
      cause: [
        2,
        'A charger from the supplier Orrin is to blame for the problem, says the head of safety, Maria Castellan.',
      ],
      exchange: [
        0,
        'The company Larkfield is taking back 52,000 pairs of its Tern headphones in Canada after 41,000 complaints that they get too hot.',
      ],
      accusation: [
        3,
        'A court in Toronto has ruled for Orrin against Larkfield, which is not compensated for what it has lost.',
      ],
    },
  ),
  recallIn(
    'de',
    english,
    'Larkfield ruft Kopfhörer in Kanada zurück',
    [
      'Das Unternehmen Larkfield ruft in Kanada 41.000 Paar seiner Kopfhörer Tern zurück, nachdem 52.000 Beschwerden über Hitze eingegangen sind.',
      'Wer ein Paar gekauft hat, bekommt nach Angaben des Unternehmens sein Geld zurück.',
      'Schuld an dem Problem ist ein Akku des Zulieferers Orrin, sagt die Sicherheitschefin Maria Castellan.',
      'Vor einem Gericht in Toronto hat Larkfield nun Orrin auf Schadenersatz verklagt.',
      'Es ist möglich, dass der Verkauf der Kopfhörer im Herbst endet, beschlossen ist das noch nicht.',
    ],
    {
      number: [
        0,
        'Das Unternehmen Larkfield ruft in Kanada 47.000 Paar seiner Kopfhörer Tern zurück, nachdem 52.000 Beschwerden über Hitze eingegangen sind.',
      ],
      name: [2, 'Schuld an dem Problem ist ein Akku des Zulieferers Orrin, sagt der Sicherheitschef Teodor Quist.'],
      quotation: [
        2,
        '„Das ist eine Katastrophe für uns alle“, sagt die Sicherheitschefin Maria Castellan über den Akku von Orrin.',
      ],
      role: [3, 'Vor einem Gericht in Toronto hat Orrin nun Larkfield auf Schadenersatz verklagt.'],
      negation: [1, 'Wer ein Paar gekauft hat, bekommt nach Angaben des Unternehmens sein Geld nicht zurück.'],
      certainty: [4, 'Es ist sicher, dass der Verkauf der Kopfhörer im Herbst endet.'],
      cause: [
        2,
        'Schuld an dem Problem ist Larkfield und kein Akku des Zulieferers Orrin, sagt die Sicherheitschefin Maria Castellan.',
      ],
      exchange: [
        0,
        'Das Unternehmen Larkfield ruft in Kanada 52.000 Paar seiner Kopfhörer Tern zurück, nachdem 41.000 Beschwerden über Hitze eingegangen sind.',
      ],
      accusation: [
        3,
        'Ein Gericht in Toronto hat Orrin gegen Larkfield recht gegeben, das keinen Schadenersatz bekommt.',
      ],
    },
  ),
]

/** A summary of it; with a error in the place of a sentence. */
export function summaryOf({ title, truths, errors }: Recall, error?: keyof Recall['errors']): PlayedSummary {
  const [place, wrong] = error ? errors[error] : [-1, '']
  return {
    title,
    sentences: truths.map(({ text, evidence }, at) => ({ text: at === place ? wrong : text, evidence: [evidence] })),
    relevant: true,
    relevance_reason: null,
    tags: [],
    proposed_tags: [],
    products: [],
    kind: 'news',
  }
}
