import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { metaSource } from '@dxx/contract/meta-source'
import { repoRoot } from '../root'

/** npm run generate: writes the small table that the browser needs of each call. */
export async function main(): Promise<void> {
  const file = join(repoRoot, 'contract/src/meta.ts')
  writeFileSync(file, metaSource())
  console.log(`已更新 ${file}`)
}
