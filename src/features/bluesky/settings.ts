import { z } from 'zod'
import { featureSettingsOf, integer, secret, setting, url } from '../../platform/settings/setting-types.ts'

export const blueskySettings = featureSettingsOf(
  {
    BLUESKY_HANDLE: setting(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'must be a handle, as news.example.org or name.bsky.social')
        .optional(),
    ),
    BLUESKY_APP_PASSWORD: secret,
    BLUESKY_SERVICE: setting(url.default('https://bsky.social')),
    BLUESKY_MIN_SOURCES: setting(integer(2, 100).default(3)),
  },
  ({ BLUESKY_HANDLE: handle, BLUESKY_APP_PASSWORD: password }, { reachable }) => {
    if (!handle) return []
    const noPassword = 'BLUESKY_HANDLE: needs BLUESKY_APP_PASSWORD, made under Settings, App passwords'
    const noAddress = 'BLUESKY_HANDLE: needs BASE_URL, an address that others can open, since posts lead there'
    return [password ? [] : noPassword, reachable ? [] : noAddress].flat()
  },
)
