import { describe, expect, it } from 'vitest'
import { parseDate, readDate } from './dates.ts'

const readable: [string, string][] = [
  // RFC 822 and its common errors
  ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21.000Z'],
  ['Thu, 01 Jan 04 19:48:21 +0100', '2004-01-01T18:48:21.000Z'],
  ['01 Jan 99 19:48 EST', '1999-01-02T00:48:00.000Z'],
  ['Mon, 01 Jan 2004 19:48 PDT', '2004-01-02T02:48:00.000Z'],
  ['Thu, 1 January 2004, 19:48:21 CEST', '2004-01-01T17:48:21.000Z'],
  ['Thursday 01 Jan 2004 7:48:21 PM GMT', '2004-01-01T19:48:21.000Z'],
  ['Thu, 01 Jan 2004 12:05 AM', '2004-01-01T00:05:00.000Z'],
  ['Thu, 01 Jan 2004 19:48:21 +01:00 (CET)', '2004-01-01T18:48:21.000Z'],
  ['Thu, 01 Jan 2004 19:48:21 GMT+0200', '2004-01-01T17:48:21.000Z'],
  ['Thu, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59.000Z'],
  ['Thu,01Jan2004 19:48:21 Nonsense', '2004-01-01T19:48:21.000Z'],
  ['Thu, 01 Jan 2004', '2004-01-01T00:00:00.000Z'],
  ['Thu Jan  1 19:48:21 2004', '2004-01-01T19:48:21.000Z'],
  ['Thu Jan  1 19:48:21 EST 2004', '2004-01-02T00:48:21.000Z'],
  ['Jan 1, 2004', '2004-01-01T00:00:00.000Z'],
  ['  Thu, 01 Jan 2004 19:48:21   +0000\n', '2004-01-01T19:48:21.000Z'],
  ['Sat, 20 Jun 2026 08:00:00 Japan', '2026-06-19T23:00:00.000Z'],
  // Month names in other languages
  ['tors, 01 maj 2025 19:48:21 +0200', '2025-05-01T17:48:21.000Z'],
  ['lördag 25 oktober 2025 kl. 08:05', '2025-10-25T08:05:00.000Z'],
  ['lör, 25 okt 2025 08:05 CET', '2025-10-25T07:05:00.000Z'],
  ['den 3 juni 2025', '2025-06-03T00:00:00.000Z'],
  ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00.000Z'],
  ['2004-július-13T9:15-05:00', '2004-07-13T14:15:00.000Z'],
  ['mar, 03 févr. 2026 10:00:00 +0100', '2026-02-03T09:00:00.000Z'],
  ['1 Mrz 2026', '2026-03-01T00:00:00.000Z'],
  ['Dienstag, 3. März 2026', '2026-03-03T00:00:00.000Z'],
  ['3 stycznia 2026 12:00', '2026-01-03T12:00:00.000Z'],
  ['7. marraskuuta 2026', '2026-11-07T00:00:00.000Z'],
  ['mardi 3 mars 2026', '2026-03-03T00:00:00.000Z'],
  ['25 Eylül 2026', '2026-09-25T00:00:00.000Z'],
  ['12 июля 2026', '2026-07-12T00:00:00.000Z'],
  ['gio, 10 set 2026 08:00 +0200', '2026-09-10T06:00:00.000Z'],
  ['Sept 10, 2026', '2026-09-10T00:00:00.000Z'],
  // ISO 8601
  ['2003-12-31T10:14:55Z', '2003-12-31T10:14:55.000Z'],
  ['2003-12-31T10:14:55.123456-08:00', '2003-12-31T18:14:55.123Z'],
  ['2003-12-31T10:14:55,5+0100', '2003-12-31T09:14:55.500Z'],
  ['2003-12-31 10:14', '2003-12-31T10:14:00.000Z'],
  ['2003-12-31 10:14:55 +0000 UTC', '2003-12-31T10:14:55.000Z'],
  ['2003-12-31T10:14:55 EST', '2003-12-31T15:14:55.000Z'],
  ['20031231T101455Z', '2003-12-31T10:14:55.000Z'],
  ['20031231101455', '2003-12-31T10:14:55.000Z'],
  ['20031231', '2003-12-31T00:00:00.000Z'],
  ['2003-12', '2003-12-01T00:00:00.000Z'],
  ['2003', '2003-01-01T00:00:00.000Z'],
  ['2003-335', '2003-12-01T00:00:00.000Z'],
  ['2003335', '2003-12-01T00:00:00.000Z'],
  ['03-335', '2003-12-01T00:00:00.000Z'],
  ['2004-W53-6', '2005-01-01T00:00:00.000Z'],
  ['2003-12-31T24:00:00Z', '2004-01-01T00:00:00.000Z'],
  ['Fri, 2006/09/15 08:19:53 EDT', '2006-09-15T12:19:53.000Z'],
  // Others met in the wild
  ['31/12/2003 10:14', '2003-12-31T10:14:00.000Z'],
  ['12/31/2003 10:14:55 PM', '2003-12-31T22:14:55.000Z'],
  ['31.12.2003 10:14', '2003-12-31T10:14:00.000Z'],
  ['2004-05-25 오후 11:23:17', '2004-05-25T23:23:17.000Z'],
  ['2004년 05월 28일  01:31:15', '2004-05-28T01:31:15.000Z'],
  ['2026年3月1日 下午2:05', '2026-03-01T14:05:00.000Z'],
  ['2026年3月1日14:05', '2026-03-01T14:05:00.000Z'],
  ['2026年3月1日 午前 9:05', '2026-03-01T09:05:00.000Z'],
  ['1072865695', '2003-12-31T10:14:55.000Z'],
  ['1072865695000', '2003-12-31T10:14:55.000Z'],
]

/** As people write times of day, and what they are. */
const times: [written: string, time: string][] = [
  ...[
    ['10 a.m.', '10:00'],
    ['10am', '10:00'],
    ['4PM', '16:00'],
    ['4 pm', '16:00'],
    ['05:15 p. m.', '17:15'],
  ],
  ...[
    ['5.15 p.m.', '17:15'],
    ['4:05:06 PM', '16:05:06'],
    ['04:05:06.123 p.m', '16:05:06'],
    ['12 a.m.', '00:00'],
  ],
  ...[
    ['12:30 a.m.', '00:30'],
    ['12 p.m.', '12:00'],
    ['12:30 p.m.', '12:30'],
    ['17:15 PM', '17:15'],
  ],
  ...[
    ['noon', '12:00'],
    ['12 noon', '12:00'],
    ['12:00 noon', '12:00'],
    ['midnight', '00:00'],
    ['midnatt', '00:00'],
  ],
  ...[
    ['12 midnight', '00:00'],
    ['minuit', '00:00'],
    ['Mittag', '12:00'],
    ['mediodía', '12:00'],
  ],
  ...[
    ['kl. 16', '16:00'],
    ['kl 9', '09:00'],
    ['klockan 16.05', '16:05'],
    ['16 Uhr', '16:00'],
    ['8.30 Uhr', '08:30'],
  ],
  ...[
    ['16 h', '16:00'],
    ['16h30', '16:30'],
    ['16 h 30', '16:30'],
    ['9 hrs', '09:00'],
    ["4 o'clock", '04:00'],
  ],
] as [string, string][]

const orders: ((time: string) => string)[] = [
  ...[(time: string) => `Nov. 20, 2026, ${time}`, (time: string) => `Nov 20, 2026 ${time}`],
  ...[(time: string) => `Fri, 20 Nov 2026 ${time}`, (time: string) => `fredag 20 november 2026 ${time}`],
  ...[(time: string) => `Friday, November 20, 2026 at ${time}`, (time: string) => `Fri Nov 20 ${time} 2026`],
  ...[
    (time: string) => `20/11/2026 ${time}`,
    (time: string) => `20.11.2026 ${time}`,
    (time: string) => `20-11-2026 ${time}`,
  ],
  ...[(time: string) => `2026-11-20 ${time}`, (time: string) => `2026/11/20, ${time}`],
  ...[(time: string) => `${time}, 20 Nov 2026`, (time: string) => `${time} Nov 20, 2026`],
  ...[(time: string) => `20 de noviembre de 2026, ${time}`, (time: string) => `20 novembre 2026 à ${time}`],
]

/** Zones by name: what 08:00 is in June, and in November. */
const zones: [zone: string, june: string, november: string][] = [
  ['Europe/Stockholm', '06', '07'],
  ['europe/stockholm', '06', '07'],
  ['America/New_York', '12', '13'],
  ['America/New York', '12', '13'],
  ['America/Argentina/Buenos_Aires', '11', '11'],
  ['Asia/Kolkata', '02:30', '02:30'],
  ['Australia/Sydney', '22', '21'],
  ['US/Eastern', '12', '13'],
  ['US/Pacific', '15', '16'],
  ['Etc/GMT+2', '10', '10'],
  ['EST5EDT', '12', '13'],
  ['W. Europe Standard Time', '06', '07'],
  ['W. Europe Daylight Time', '06', '07'],
  ['Romance Standard Time', '06', '07'],
  ['GMT Standard Time', '07', '08'],
  ['FLE Standard Time', '05', '06'],
  ['E. South America Standard Time', '11', '11'],
  ['US Mountain Standard Time', '15', '15'],
  ['AUS Eastern Standard Time', '22', '21'],
  ['Tokyo Standard Time', '23', '23'],
  ['Eastern Standard Time', '13', '13'],
  ['Eastern Daylight Time', '12', '12'],
  ['Pacific Daylight Time', '15', '15'],
  ['Central European Summer Time', '06', '06'],
  ['Central European Standard Time', '07', '07'],
  ['Central European Time', '06', '07'],
  ['Eastern European Summer Time', '05', '05'],
  ['British Summer Time', '07', '07'],
  ['Greenwich Mean Time', '08', '08'],
  ['Coordinated Universal Time', '08', '08'],
  ['India Standard Time', '02:30', '02:30'],
  ['Australian Eastern Daylight Time', '21', '21'],
  ['Eastern Time', '12', '13'],
  ['ET', '12', '13'],
  ['CT', '13', '14'],
  ['MT', '14', '15'],
  ['PT', '15', '16'],
  ['CEST', '06', '06'],
  ['EEST', '05', '05'],
  ['SAST', '06', '06'],
  ['UTC+2', '06', '06'],
  ['GMT-03:30', '11:30', '11:30'],
  ['Z', '08', '08'],
]

/** As written around a zone; `%` is the day and time. */
const shapes = [
  (month: string, zone: string) => `Fri, 20 ${month} 2026 08:00:00 ${zone}`,
  (month: string, zone: string) => `20 ${month} 2026 08:00 ${zone}`,
  (month: string, zone: string) => `20 ${month} 2026 8:00 AM ${zone}`,
  (month: string, zone: string) => `Fri, 20 ${month} 2026 08:00:00 (${zone})`,
  (month: string, zone: string) => `2026-${month === 'Jun' ? '06' : '11'}-20 08:00:00 ${zone}`,
  (month: string, zone: string) => `2026-${month === 'Jun' ? '06' : '11'}-20T08:00:00.000 ${zone}`,
  (month: string, zone: string) => `2026-${month === 'Jun' ? '06' : '11'}-20T08:00:00[${zone}]`,
  (month: string, zone: string) => `20/${month === 'Jun' ? '06' : '11'}/2026 08:00 ${zone}`,
  (month: string, zone: string) => `Fri ${month} 20 08:00:00 ${zone} 2026`,
  (month: string, zone: string) => `8:00 AM ${zone}, ${month} 20, 2026`,
]

const unknownZones: [text: string, zone: string][] = [
  ['Fri, 20 Nov 2026 08:00:00 XYZT', 'XYZT'],
  ['2026-11-20 08:00 Nowhere/Town', 'Nowhere/Town'],
  ['2026-11-20T08:00:00[Nowhere/Town]', 'Nowhere/Town'],
  ['2026-11-20T08:00:00 Atlantis Standard Time', 'Atlantis Standard Time'],
  ['Fri, 20 Nov 2026 08:00 Local Time', 'Local Time'],
  ['Fri, 20 Nov 2026 08:00 (QQT)', 'QQT'],
  ['Fri Nov 20 08:00:00 QQT 2026', 'QQT'],
  ['20 Nov 2026 08:00 constructor', 'constructor'],
  ['20 Nov 2026 08:00 +9900', '+9900'],
]

const noUnknownZones = [
  ...['Fri, 20 Nov 2026 08:00', '2026-11-20T08:00:00', '08:00, fredag 20 november 2026', '8:00 on 20 November 2026'],
  ...['20 Nov 2026 08:00 (uppdaterad)', '20 Nov 2026 08:00 Uhr', '20 Nov 2026 08:00 +0000 (XYZT)'],
]

const unreadable = [
  // Zeros of some clock, and invalid years.
  ...['Mon, 01 Jan 0001 00:00:00 +0000', '0001-01-01T00:00:00', '01/01/0001 00:00:00', '01.01.0001', '00010101'],
  ...['Thu, 01 Jan 1970 00:00:00 GMT', '1970-01-01T00:00:00Z', '1969-12-31 19:00 EST', '000000000', '0', '31/12/69'],
  ...[
    'Wed, 30 Nov -0001 00:00:00 +0000',
    '-0001-11-30T00:00:00+00:00',
    '0000-00-00',
    '00000000000000',
    '0000-00-00T00:00',
  ],
  ...['Sat, 01 Jan 0000 00:00:00 GMT', '1900-01-01T00:00:00Z', '1899-12-30', '1904-01-01', '1601-01-01', '1980-01-01'],
  ...['Thu, 19 Nov 0026 08:00:00 GMT', 'Thu, 19 Nov 126 08:00:00 GMT', '19/11/126', '126-11-19', '19 Nov 6', '1989'],
  ...['9999-12-31T23:59:59Z', '-62135596800', '-1', '31 Dec 1989 23:59:59 GMT'],
  ...['', 'now', 'today', 'yesterday', '3 days ago', 'Invalid Date', '0000-00-00 00:00:00', '2003-02-30', '2003-13-01'],
  ...['Thu, 31 Jun 2004 19:48:21 GMT', 'Thu, 01 Jan 2004 25:00:00 GMT', '0001-01-01T00:00:00Z', 'x'.repeat(1e5)],
  ...['<b>2003</b>', '12:30', 'Version 17.1'],
  // October in Croatian, November in Polish.
  '3 listopada 2026',
]

describe('parseDate', () => {
  it.each(readable)('reads %j', (text, instant) => {
    expect(parseDate(text)?.toISOString()).toBe(instant)
  })

  it.each(times)('reads the time %j in every order, with and without a zone', (written, time) => {
    const local = `2026-11-20T${time.padEnd(8, ':00')}.000`
    for (const order of orders) {
      const text = order(written)
      expect([text, readDate(text)]).toEqual([text, { instant: new Date(`${local}Z`), unknownZone: null }])
      const zoned = order(`${written} EST`)
      expect([zoned, readDate(zoned)]).toEqual([zoned, { instant: new Date(`${local}-05:00`), unknownZone: null }])
    }
  })

  it.each(zones)('knows the zone %s by the season', (zone, ...hours) => {
    for (const [i, month] of ['Jun', 'Nov'].entries())
      for (const shape of shapes) {
        const [hour = '', minute = '00'] = (hours[i] ?? '').split(':')
        const day = Number(hour) > 20 ? 19 : 20
        const instant = `2026-${i === 0 ? '06' : '11'}-${day}T${hour}:${minute}:00.000Z`
        const text = shape(month, zone)
        expect([text, readDate(text)]).toEqual([text, { instant: new Date(instant), unknownZone: null }])
      }
  })

  it.each(unknownZones)('takes %j for UTC and names the zone', (text, unknownZone) => {
    expect(readDate(text)).toEqual({ instant: new Date('2026-11-20T08:00:00Z'), unknownZone })
  })

  it.each(noUnknownZones)('finds no zone to name in %j', (text) => {
    expect(readDate(text)).toEqual({ instant: new Date('2026-11-20T08:00:00Z'), unknownZone: null })
  })

  it.each(unreadable)('gives null for %.40j', (text) => {
    expect(parseDate(text)).toBeNull()
  })
})
