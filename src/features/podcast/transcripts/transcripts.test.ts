import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLanguages } from '../../../platform/languages/language-files.ts'
import { sentenceEndsOf } from '../../../platform/text/sentences.ts'
import { readTranscript } from './transcripts.ts'
import { parseVtt, writeVtt } from './vtt.ts'

const ends = sentenceEndsOf(readLanguages('content'), 'sv')
const read = (name: string, text: string, duration = 60) => readTranscript(name, Buffer.from(text), { duration, ends })

const vtt = `WEBVTT - prov

NOTE
Ingen hör detta --> här.

STYLE
::cue { color: red }

ett
00:01.000 --> 00:03.500 align:start
<v Anna>Hej &amp; välkommen,
till <i>podden</i>!
<v.loud Bo>Tack!

00:00:03.500 --> 00:00:05.000
Bara text.
`

describe('WebVTT', () => {
  it('keeps voices and times, drops notes, styles and marks', () => {
    expect(parseVtt(vtt)).toEqual([
      { startSeconds: 1, endSeconds: 3.5, speaker: 'Anna', text: 'Hej & välkommen, till podden!' },
      { startSeconds: 1, endSeconds: 3.5, speaker: 'Bo', text: 'Tack!' },
      { startSeconds: 3.5, endSeconds: 5, speaker: null, text: 'Bara text.' },
    ])
  })

  it('reads back what it writes, whatever the words hold', () => {
    const cues = [
      { startSeconds: 0, endSeconds: 1.25, speaker: 'A <b> & "C"', text: '1 < 2 --> & </v> <script>' },
      { startSeconds: 3599.9996, endSeconds: 7261.5, speaker: null, text: 'WEBVTT' },
    ]
    expect(parseVtt(writeVtt(cues, 'om --> detta'))).toEqual([
      cues[0],
      { startSeconds: 3600, endSeconds: 7261.5, speaker: null, text: 'WEBVTT' },
    ])
  })
})

describe('every kind becomes one WebVTT and one plain text', () => {
  const expected = { vtt: expect.stringContaining('00:00:01.000 --> 00:00:03.500'), text: 'Hej där. Och hej igen.\n' }
  it.each([
    ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:03.500\nHej där.\n\n00:03.600 --> 00:05.000\nOch hej igen.'],
    [
      'a.srt',
      '1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>Hej</i> där.\r\n\r\n2\r\n00:00:03,6 --> 00:00:05,000\r\n{\\an8}Och hej\r\nigen.',
    ],
    [
      'a.json',
      '{"segments":[{"startTime":1,"endTime":3.5,"body":"Hej där."},{"startTime":3.6,"endTime":5,"body":"Och hej igen."}]}',
    ],
  ])('%s', (name, text) => {
    expect(read(name, text)).toEqual(expected)
  })

  it('HTML with cite, time and p', () => {
    const html =
      '<cite>Anna:</cite>\n<time>0:01</time>\n<p>Hej &amp; hå.</p><cite>Bo:</cite><time>0:04</time><p>Tack!</p>'
    const { vtt: written, text } = read('a.html', html, 9)
    expect(text).toBe('Anna: Hej & hå.\n\nBo: Tack!\n')
    expect(parseVtt(written).map((cue) => [cue.startSeconds, cue.endSeconds])).toEqual([
      [1, 4],
      [4, 9],
    ])
  })

  it('plain text is spread over the audio by length, and says so', () => {
    const { vtt: written, text } = read('a.txt', 'En mening här.\n\nEn mening där.', 10)
    expect(parseVtt(written).map((cue) => [cue.startSeconds, cue.endSeconds])).toEqual([
      [0, 5],
      [5, 10],
    ])
    expect(written).toContain('estimated')
    expect(text).toBe('En mening här. En mening där.\n')
  })

  it('joins single words of a speaker to lines', () => {
    const words = ['Jag', 'är', 'din', 'far.'].map((body, i) => ({
      speaker: 'V',
      startTime: i,
      endTime: i + 0.5,
      body,
    }))
    const segments = [...words, { speaker: 'L', startTime: 4, endTime: 5, body: 'Nej!' }]
    expect(read('a.json', JSON.stringify({ version: '1.0.0', segments })).text).toBe('V: Jag är din far.\n\nL: Nej!\n')
  })

  it('old subtitles in Windows-1252', () => {
    const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nR\xe4ksm\xf6rg\xe5s', 'latin1')
    expect(readTranscript('a.srt', bytes, { duration: 9, ends }).text).toBe('Räksmörgås\n')
  })
})

describe('a transcript that is not whole or not one', () => {
  it.each([
    ['a.vtt', '', 'a.vtt: it is empty'],
    ['a.vtt', '1\n00:00:01,000 --> 00:00:02,000\nHej', 'a.vtt: it does not begin with WEBVTT'],
    ['a.vtt', 'WEBVTT\n\nNOTE inget', 'a.vtt: it has no words'],
    ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:0', 'a.vtt: this is no time span: "00:01.000 --> 00:0"'],
    ['a.srt', vtt, 'a.srt: its name says SRT, but its content is WebVTT; name it .vtt'],
    ['a.srt', 'Bara ord', 'a.srt: no line of it has a time span: it is not SRT'],
    ['a.json', '{"segments":[{"star', 'a.json: it is not JSON, or it is cut off'],
    ['a.txt', 'PK\0\0\0', 'a.txt: it is not text'],
    ['a.vtt', 'WEBVTT\n\n10:01.000 --> 10:02.000\nSent.', 'a.vtt: it speaks at 601 s, but the audio ends at 60 s'],
  ])('%s %j', (name, text, message) => {
    expect(() => read(name, text)).toThrow(message)
  })
})

const shared = join(process.env.KARNHUSET_TEST_DATA ?? '../shared/data', 'podcast/transcripts')

describe.skipIf(!existsSync(shared))(`the Podcasting 2.0 examples (skipped without ${shared})`, () => {
  it.each(['example.vtt', 'example.srt', 'example.json', 'example.html'])('%s survives the round', (name) => {
    const duration = 7200
    const first = readTranscript(name, readFileSync(join(shared, name)), { duration, ends })
    const again = readTranscript('again.vtt', Buffer.from(first.vtt), { duration, ends })
    expect(again).toEqual(first)
    expect(first.text.length).toBeGreaterThan(20)
  })
})
