import { useLayoutEffect, useState } from 'react'
import { Tabs } from '../../../ui/tabs'

/** Headers of tabs inside a chapter. The panels are part of the text and are shown and hidden there. */
export function TextTabs({ tabs, id }: { tabs: Element; id: string }) {
  const sections = [...tabs.querySelectorAll<HTMLElement>(':scope > [data-tab]')]
  const [chosen, setChosen] = useState('0')

  useLayoutEffect(() => {
    sections.forEach((section, place) => {
      section.hidden = String(place) !== chosen
      section.setAttribute('role', 'tabpanel')
      section.setAttribute('aria-labelledby', `${id}-${place}`)
    })
  })

  // Opens a closed tab when the user jumps to text in it.
  useLayoutEffect(() => {
    const open = ({ target }: Event) => {
      const at = sections.findIndex((section) => section.contains(target as Node))
      if (at >= 0) setChosen(String(at))
    }
    tabs.addEventListener('reveal', open)
    return () => tabs.removeEventListener('reveal', open)
  })

  return (
    <Tabs
      id={id}
      label="选项卡"
      items={sections.map((section, place) => ({ id: String(place), title: section.dataset.tab ?? '' }))}
      value={chosen}
      onChange={setChosen}
    />
  )
}
