import { z } from 'zod'
import { featureSettingsOf, isMailAddress, oneOf, setting } from '../../platform/settings/setting-types.ts'

/** Open licences, by their SPDX names. */
export const LICENSES = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODbL-1.0', 'ODC-By-1.0', 'PDDL-1.0'] as const

const isAnswerAddress = (text: string) => isMailAddress(text) || /^https?:\/\/\S+$/.test(text)

export const recordSettings = featureSettingsOf({
  RECORD_LICENSE: setting(oneOf(...LICENSES, 'none').default('CC-BY-4.0')),
  RECORD_ANSWERS: setting(
    z.string().max(300).refine(isAnswerAddress, 'must be a mail address, or an https address').optional(),
  ),
})
