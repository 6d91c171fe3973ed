import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { useCall } from '../../api/use-call'
import { CodeCell } from '../../features/code-cell/code-cell'
import { examples } from '../../features/code-cell/examples'
import { languageNames } from '../../features/code-cell/languages'
import { usePageQuery } from '../../router/page-query'
import { TabPanel, Tabs } from '../../ui/tabs'

/** What every server can run; which others this one can it says itself. */
const always: CodeLanguage[] = ['python', 'javascript', 'typescript', 'c', 'cpp', 'sql']

const isLanguage = (value = ''): value is CodeLanguage => Object.keys(languageNames).includes(value)

/** The contract's rule for names of cells. */
const cellName = /^[\w:./-]{1,200}$/

export default function RuncodePage() {
  const [query, change] = usePageQuery()
  const { data } = useCall('GET /v1/runcode_languages', {})
  const offered = data?.map((item) => item.language) ?? always
  const wanted = isLanguage(query.language) ? query.language : 'python'
  const language = data && !offered.includes(wanted) ? (offered[0] ?? wanted) : wanted

  const info = data?.find((item) => item.language === language)
  const note = info?.note && `这里的 ${info.name} ${info.note}`

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
      />
      <TabPanel tabs="language" value={language}>
        <div className="pt-2">
          {note && <p className="m-0 pb-2 text-13 text-ink-2">{note}</p>}
          <CodeCell
            full
            cell={`scratch:${language}`}
            language={language}
            source={examples[language][0].source}
            examples={examples[language]}
          />
        </div>
      </TabPanel>
    </div>
  )
}
