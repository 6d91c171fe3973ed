import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { runLimits } from '@dxx/contract/rules/run-limits'
import { type CallData, useCall } from '../../api/use-call'
import { CodeCell } from '../../features/code-cell/code-cell'
import { examples } from '../../features/code-cell/examples'
import { languageNames } from '../../features/code-cell/languages'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { TabPanel, Tabs } from '../../ui/tabs'

/** Languages that every server supports; `runcode_languages` returns the additional ones. */
const always: CodeLanguage[] = ['python', 'javascript', 'typescript', 'c', 'cpp', 'sql']

const isLanguage = (value = ''): value is CodeLanguage => Object.keys(languageNames).includes(value)

/** The contract's pattern for cell names. */
const cellName = /^[\w:./-]{1,200}$/

const limitsNote = `每次最多计算 ${runLimits.runMs / 1000} 秒（等待机器的时间不算），用 ${runLimits.memoryBytes / 1024 / 1024} MB 内存`

/** Returns the text with version, restrictions and limits of a language. */
function aboutLanguage({ name, version, note }: CallData<'GET /v1/runcode_languages'>[number]): string {
  const exact = /^\d/.test(version) ? `${name} ${version}` : version
  return [exact, note, limitsNote].filter(Boolean).join(' · ')
}

export default function RuncodePage() {
  const [query, change] = usePageQuery()
  const { data } = useCall('GET /v1/runcode_languages', {}, { supporting: true })
  const offered = data?.map((item) => item.language) ?? always
  const wanted = isLanguage(query.language) ? query.language : 'python'
  const language = data && !offered.includes(wanted) ? (offered[0] ?? wanted) : wanted

  const info = data?.find((item) => item.language === language)

  if (query.cell && cellName.test(query.cell)) {
    return (
      <div className="px-4 pt-2 pb-10">
        <CodeCell full cell={query.cell} language={wanted} source="" />
      </div>
    )
  }
  return (
    <div className="px-4 pb-10">
      <Tabs
        id="language"
        label="编程语言"
        items={offered.map((id) => ({ id, title: languageNames[id] }))}
        value={language}
        onChange={(chosen) => change({ language: chosen })}
        hrefOf={(chosen) => `#${pageUrl('pages/digital-textbooks/runcode', { language: chosen })}`}
      />
      <TabPanel tabs="language" value={language}>
        <div className="pt-2">
          <CodeCell
            full
            cell={`scratch:${language}`}
            language={language}
            source={examples[language][0].source}
            examples={examples[language]}
          />
          {/* Placed below the editor, so that nothing moves when this text is loaded. */}
          {info && <p className="m-0 pt-3 text-13 text-ink-2">{aboutLanguage(info)}</p>}
        </div>
      </TabPanel>
    </div>
  )
}
