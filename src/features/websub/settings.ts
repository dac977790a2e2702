import { featureSettingsOf, setting, url } from '../../setting-types.ts'

export const websubSettings = featureSettingsOf({ WEBSUB_HUB: setting(url.optional()) })
