/** Gate: words for parts and multiples ("hälften", "fördubblats", "a third of") have their like in the source. */
import type { Evidence } from './evidence.ts'

const MULTIPLES: { summary: RegExp; source: RegExp }[] = [
  {
    summary: /(?<!\p{L})(hälften|halver(a|as|ar|ade|ades|at|ats|ad|ing|ingen)|half|halved|halves|halving)(?!\p{L})/iu,
    source: /\b(half|halves|halv\p{L}*|hälft\p{L}*|50 ?(%|percent|per cent|procent)|fifty)/iu,
  },
  {
    summary:
      /(?<!\p{L})((för)?dubbl(as|ar|ade|ades|at|ats|ing|ingen)|dubbelt|dubbla|dubbel|doubl(e|es|ed|ing)|twice|twofold)(?!\p{L})/iu,
    source:
      /\b(doubl\p{L}*|twice|two times|twofold|2 ?x|100 ?(%|percent|procent)|dual\p{L}*|twin|two|2|\p{L}*dubb\p{L}*|två)(?!\p{L})/iu,
  },
  {
    summary: /(?<!\p{L})((tre)dubbl\p{L}*|tredubbelt|trefaldig\p{L}*|tripl(e|es|ed|ing)(?!\p{L})|threefold)/iu,
    source: /\b(tripl\p{L}*|three times|threefold|3 ?x|200 ?(%|percent)|tredubb\p{L}*|trefald\p{L}*|tre gånger)/iu,
  },
  {
    summary: /(?<!\p{L})(fyrdubbl\p{L}*|fyrdubbelt|fyrfaldig\p{L}*|quadrupl\p{L}*|fourfold)/iu,
    source: /\b(quadrupl\p{L}*|four times|fourfold|4 ?x|fyrdubb\p{L}*|fyrfald\p{L}*|fyra gånger)/iu,
  },
  {
    summary: /(?<!\p{L})(tredjedel\p{L}*|(a|one|two)[ -]thirds?(?!\p{L}))/iu,
    source: /\b(thirds?|(in|of) three|av tre|33|66|67|tredjedel\p{L}*)/iu,
  },
  {
    summary: /(?<!\p{L})(fjärdedel\p{L}*|kvarts miljon|(a|one|three)[ -]quarters?(?= of| as|[.,]))/iu,
    source: /\b(quarters?|fourths?|(in|of) four|av fyra|var fjärde|25|75|fjärdedel\p{L}*)/iu,
  },
  {
    summary: /(?<!\p{L})(femtedel\p{L}*|(a|one|two|three|four)[ -]fifths?(?!\p{L}))/iu,
    source: /\b(fifths?|(in|of) five|av fem|var femte|20|40|60|80|femtedel\p{L}*)/iu,
  },
  {
    summary: /(?<!\p{L})(tiondel\p{L}*|(a|one) tenth(?!\p{L}))/iu,
    source: /\b(tenths?|(in|of) ten|av tio|var tionde|10|ten|tiondel\p{L}*)/iu,
  },
]

export function multiplesGate(text: string, evidence: Evidence): string | null {
  for (const { summary, source } of MULTIPLES) {
    const found = summary.exec(text)?.[0]
    if (found && !source.test(evidence.text)) return `"${found}" has no support in the source`
  }
  return null
}
