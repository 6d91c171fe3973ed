/** Label before a value on the cards shown on phones, which have no column heads. */
export const CardLabel = ({ children }: { children: string }) => (
  <span className="font-normal text-ink-3 desk:hidden">{children} </span>
)
