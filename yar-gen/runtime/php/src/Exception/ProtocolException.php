<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * What came back is not the reply to the call that was sent.
 */
final class ProtocolException extends YarException {}
