import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { EmbeddedLanguage } from './program'

/** Languages of the embedded runner, in the versions of the installed packages. */
export const embeddedLanguages: { language: EmbeddedLanguage; name: string; version: string; note: string }[] = [
  { language: 'python', name: 'Python', version: '3.12', note: '只有标准库，没有 numpy 等第三方库' },
  { language: 'javascript', name: 'JavaScript', version: 'ES2023', note: '与 Node 20 的输出一致，没有网络模块和 Intl' },
  { language: 'typescript', name: 'TypeScript', version: 'ES2023', note: '只去掉类型再运行，不检查类型' },
  { language: 'c', name: 'C', version: 'C17', note: '只有一个线程，不能用 pthread' },
  { language: 'cpp', name: 'C++', version: 'C++20', note: '只有一个线程，不能用 std::thread' },
  { language: 'sql', name: 'SQL', version: 'SQLite', note: '' },
]

/** Change this text whenever existing precompiled headers become incompatible. */
const compilerBuild = '@yowasp/clang 22.0.0-git20542-10, headers 4'

/** File of the precompiled C++ headers and runtime in a data folder. */
export function headersFile(dataDir: string): string {
  const build = createHash('sha256').update(compilerBuild).digest('hex').slice(0, 16)
  return join(dataDir, 'runtimes', `common-${build}.pch`)
}
