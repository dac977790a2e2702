import { featureSettingsOf, hostNames, integer, oneOf, setting } from '../../platform/settings/setting-types.ts'

export const fediverseSettings = featureSettingsOf({
  FEDIVERSE: setting(oneOf('on', 'off').default('off')),
  FEDIVERSE_MIN_SOURCES: setting(integer(1, 100).default(3)),
  FEDIVERSE_BLOCK: hostNames,
})
