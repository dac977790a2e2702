import { featureSettingsOf, setting, vapidKey } from '../../platform/settings/setting-types.ts'

export const alertSettings = featureSettingsOf({
  VAPID_PUBLIC_KEY: setting(vapidKey(65)),
  VAPID_PRIVATE_KEY: setting(vapidKey(32)),
})
