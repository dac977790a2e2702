/** BM25 over whole words (Robertson and Zaragoza, k1 = 1.2, b = 0.75): what search must beat to earn its code. */

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A ranking of documents for a question: their indexes, best first, those without any of its words left out. */
export function bm25(texts: string[]): (question: string) => number[] {
  const documents = texts.map(wordsOf)
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length
  const weightOf = (word: string) => {
    const holding = documents.filter((words) => words.includes(word)).length
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5))
  }
  const score = (words: string[], word: string) => {
    const often = words.filter((other) => other === word).length
    return (weightOf(word) * often * 2.2) / (often + 1.2 * (0.25 + (0.75 * words.length) / average))
  }
  return (question) => {
    const asked = [...new Set(wordsOf(question))]
    return documents
      .map((words, at) => ({ at, score: asked.reduce((sum, word) => sum + score(words, word), 0) }))
      .filter((found) => found.score > 0)
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .map((found) => found.at)
  }
}
