/** Commands of features: those of one that is gone are no commands. */
import { featureNames } from '../../src/features.ts'

export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  calibration: ['clusters calibrate'],
  export: ['export'],
  import: ['import'],
}

/** True for a command that went with its feature. */
export const isGone = (command: string): boolean =>
  Object.entries(COMMANDS).some(
    ([feature, names]) =>
      !featureNames.includes(feature) && names.some((name) => command === name || command.startsWith(`${name} `)),
  )
