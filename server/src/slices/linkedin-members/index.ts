export {
  adoptPublicAddresses,
  findByLinkedinId,
  findByPhone,
  findLinkedinMembers,
  hasLinkedinMember,
  insertLinkedinMembers,
  type LinkedinMember,
  rememberLinkedinMembers,
  removeLinkedinMembers,
  setLinkedinMember,
} from './linkedin-members.store.ts';
