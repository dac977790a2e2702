/** Files and folders of DATA_DIR that root makes: they belong to the owner of the folder they are in, who runs the service. */
import { lchownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** With the folders above it that are missing; for its owner alone. */
export function makeOwnedFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let path = folder; path.length >= made.length; path = dirname(path)) giveToOwner(path, dirname(made))
}

/** Does nothing for any other user than root, who alone can give files away. */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid === 0) return
  try {
    lchownSync(path, uid, gid)
  } catch {
    // A user namespace and some network disks know no other user.
  }
}
