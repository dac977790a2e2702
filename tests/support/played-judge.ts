/** A judge for tests: sentence by sentence, as its evidence is found in the prompt. */

export interface ClaimToJudge {
  sentence: string
  evidence: string
}

export const isJudging = (prompt: string): boolean => /<sentence-[0-9a-f]+>/.test(prompt)

/** The sentences of a judge's prompt with their evidence, in order. */
export function claimsOf(prompt: string): ClaimToJudge[] {
  const all = prompt.matchAll(
    /<sentence-([0-9a-f]+)>\n([\s\S]*?)\n<\/sentence-\1>\s*<evidence-([0-9a-f]+)>\n([\s\S]*?)\n<\/evidence-\3>/g,
  )
  return [...all].map((found) => ({ sentence: found[2] ?? '', evidence: found[4] ?? '' }))
}

/** The judge's answer, with what `fault` says of a sentence, or that all of it is supported. */
export function judgeBy(fault: (claim: ClaimToJudge) => 'contradicted' | 'not_in_evidence' | null) {
  return (prompt: string): string =>
    JSON.stringify({
      verdicts: claimsOf(prompt).map((claim, index) => ({
        sentence: index + 1,
        who: 'supported',
        what: fault(claim) ?? 'supported',
        how_much: 'supported',
        when: 'supported',
        negation: 'supported',
        certainty: 'supported',
      })),
    })
}

export const supportAll = judgeBy(() => null)
