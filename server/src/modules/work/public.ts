export { assigneeWorks, holdClosedItem, holdItem, itemById, shapeItem, type WorkRow, workTarget } from './items'
export { closeWork, openWork, recordFirstApproval, reopenWork } from './queue'
