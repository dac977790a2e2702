import { featureSettingsOf, setting, url } from '../../platform/settings/setting-types.ts'

export const websubSettings = featureSettingsOf({ WEBSUB_HUB: setting(url.optional()) })
