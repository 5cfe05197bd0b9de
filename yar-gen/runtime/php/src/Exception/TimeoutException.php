<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * A deadline passed. The service may still carry out the call.
 */
final class TimeoutException extends TransportException {}
