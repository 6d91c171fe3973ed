interface Org { ceo?: { name: string; phone?: string }; teams: { lead?: { name: string } }[] }
const orgs: Org[] = [{ ceo: { name: '王' }, teams: [{ lead: { name: '李' } }, {}] }, { teams: [] }]; for (const o of orgs) console.log(o.ceo?.name ?? '无', o.ceo?.phone?.length, o.teams[1]?.lead?.name ?? '空', o.teams.map((t) => t.lead?.name))
