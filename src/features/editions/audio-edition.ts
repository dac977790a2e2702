/** A reader's edition of one day as sound. Pure. */

/** A sound that every edition with the same words shares. */
export interface AudioPart {
  /** Hexadecimal, of the voice and the words. */
  hash: string
  bytes: number
}

export interface AudioEdition {
  /** By the site's calendar. */
  day: string
  title: string
  description: string
  parts: AudioPart[]
  madeAt: Date
}

/** Bits a second: all sounds have the same, so that joined they are one. */
export const SOUND_BITRATE = 96_000

export const bytesOf = ({ parts }: Pick<AudioEdition, 'parts'>): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0)

export const secondsOf = (edition: Pick<AudioEdition, 'parts'>): number => (bytesOf(edition) * 8) / SOUND_BITRATE

/** Days that one can be heard. */
export const AUDIO_DAYS = 7
