import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class OvertureApi implements ICredentialType {
  name = 'overtureApi';

  displayName = 'Overture API';

  icon = { light: 'file:overture.svg', dark: 'file:overture.dark.svg' } as const;

  documentationUrl = 'https://overture.example/docs/api/keys';

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://overture.example.com',
      description: 'Address of your installation',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Created in Settings, API. A trigger needs the scope to export data.',
      required: true,
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}/api/v1', url: '/campaigns/' },
  };
}
