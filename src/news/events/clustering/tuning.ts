/** The numbers of clustering in one place, so that each can be measured with and without. */

export interface Tuning {
  /** Weight of a term that is in the text only; one of the title has 1. */
  textWeight: number
  /** Share of the groups of letters in what words say: compounds, inflections and names in two languages share those. */
  gramShare: number
  /** Two rare words: what little means the same in two languages may be one concept, which holds no two reports together. */
  foreignNorm: number
  /** Share of the vectors in the whole, where both articles have one. */
  vectorShare: number
  /** Reports this close in time lose nothing; `halfHours` later half of their similarity is left, twice that later a third. */
  nearHours: number
  halfHours: number
  /** Factor of the similarity of two reports of one publisher, unless they are copies. */
  samePublisher: number
  /** Similarity from which two reports are copies. */
  copy: number
  /** Reports of two releases are not one event. */
  vetoes: boolean
  /** Similarity that two single articles need, and that the centroids of two groups need: what most of their members share. */
  threshold: number
  /** Mean similarity without which nothing joins, however large and loose the groups. */
  meanFloor: number
  /** Two groups are one only if they are about as alike as the looser of them is within itself. */
  relativeCohesion: number
  /** The power to which what a group has in common is asked for. */
  cohesionPower: number
}

export const TUNING: Tuning = {
  textWeight: 0.7,
  gramShare: 0.35,
  foreignNorm: 1.5,
  vectorShare: 0.25,
  nearHours: 2,
  halfHours: 18,
  samePublisher: 0.2,
  copy: 0.7,
  vetoes: true,
  threshold: 0.14,
  meanFloor: 0.095,
  relativeCohesion: 0.35,
  cohesionPower: 0.5,
}
