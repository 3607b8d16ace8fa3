import { KnowledgeBasePage } from '../../features/knowledge-base/index.ts';

export function KnowledgeBaseScreen() {
  return <KnowledgeBasePage />;
}
