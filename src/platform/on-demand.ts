/** A thing that is made when it is first asked for, such as one whose library takes memory. */
export interface OnDemand<T> {
  /** Makes it unless it is there. A failure is not kept. */
  (): Promise<T>
  /** For its end: nothing is done where it was never made. */
  ifMade(use: (made: T) => unknown): Promise<void>
}

export function onDemand<T>(make: () => Promise<T>): OnDemand<T> {
  let made: Promise<T> | null = null
  const get = () => {
    made ??= make().catch((error) => {
      made = null
      throw error
    })
    return made
  }
  const ifMade: OnDemand<T>['ifMade'] = async (use) => {
    if (made) await use(await made)
  }
  return Object.assign(get, { ifMade })
}
